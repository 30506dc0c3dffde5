// The positions of the bench: the start, openings, middlegames, endgames, and fights in and around
// the promotion zone. From the perft suite and from games of a shallow player with random choices.
#pragma once

#include <string_view>

namespace grandee::bench {

inline constexpr std::string_view kPositions[] = {
    // Openings.
    "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1",
    "6b1rr/1nbqkca1n1/1p2pp1ppp/p9/2pp2BP2/2PP4P1/10/PP2PPP2P/1N1QKCABN1/5R3R b - - 0 7",
    "r8r/2bqkcab2/1pp1pppp1p/2n4n2/p2P6/5P1Pp1/9N/PPPP2P1PP/1NBQKCAB2/R4R4 b - - 0 7",
    "4r4r/1nbqkca3/ppppp2pp1/5p1n2/4b1p2p/5P1P1P/P5P1P1/1PPPP5/1NBQKCABN1/5R3R b - - 0 7",
    "r8r/1n1qk1abn1/ppp2cpppp/3pb5/P3p5/4Cp4/1PN7/2PPPPPPPP/2BQK1ABN1/4R4R b - - 1 7",
    "r1r7/1nbqk2b2/pppppa1p1p/6pnp1/10/3P6/2NB2P3/PPP2PP1PP/2BQ2A1N1/R4K3R w - - 0 11",
    // Middlegames.
    "8rr/2bqkcabn1/2pp1p1pp1/2n7/p3p1p1P1/3PP1P2p/2P1B2P1P/P4PN2R/1N1QKCAB2/5R4 w - - 1 14",
    "4r4r/2bqk5/Ap1ppc1pp1/n4p4/2p1P4p/P1P4PnP/8PB/1P1PP5/1aBQKC2N1/5R3R w - - 3 14",
    "5r4/2bqk2bn1/1ppn2pppB/4ra4/p2p1p4/P2P6/5P2PP/1PP1P2P2/1NBQK1A1N1/3R1R4 w - - 1 14",
    "3r2n3/1n1qkcab2/pp4pp2/4p5/2pP4p1/P1P2PQ1Pr/10/1P1P3P2/1NB1KCA1N1/2R6R w - - 0 14",
    "7r2/2b2k1bn1/1p2a1p2p/2pp4p1/5pP3/2P1B4A/3P3N2/rP2P2PPP/1NB1K5/5R3R b - - 1 20",
    "5r4/2b1kc4/2p1q2a1p/1pnp1p1p2/p1b2Pp1p1/P1P1P3PP/3P1N1N2/1P3P1P2/3Q1CA3/3RRK4 b - - 0 20",
    "3rkr4/2b3abn1/3p6/2n2qc3/p1p2p1pPp/P1P1pPp2P/4C1P1P1/2RPP1B3/1NBQ2A1N1/3K1R4 b - - 3 20",
    "r1r7/1nbqk2a2/pppp2n2p/6p3/4p2p2/3P2P1p1/3B1R4/PPP1NPP1PP/2BQ4N1/R4K4 w - - 3 21",
    "4rr4/3k2cb2/p2n1pn3/1ppq1p1pb1/3p1P2pp/3p2PP2/P1N5P1/1PP1P1N1BP/2BQKC4/R5R3 b - - 0 21",
    "r1q5r1/1k2c5/pp4n2p/n1p1ppp3/3p3p2/3P3P2/1PP3P3/P2QPP1C1P/1N2KB4/2RR6 b - - 3 23",
    "r8r/2b5n1/2p2k3p/p1nqp1c1p1/1P2Bp4/A2b4P1/3P3NNP/PP2C1PP2/3Q1K1B2/R8R b - - 0 25",
    "3rk5/1nbq6/4pQb2p/pp1p1pr3/9P/P1BP1BP3/10/1PP2P4/4K3N1/2R2R4 w - - 5 27",
    "3b3r2/4k1a1n1/2p2p4/2pr1bcpp1/p1N1p1p1P1/P3P1P2p/4BA1P1P/5PN1R1/4K2B2/4QR4 w - - 2 27",
    "3r1r4/2k4b2/p3cpnb2/1pp2p1p2/3p1P1Ppp/q1nQ2P3/P1P5P1/R1P1P1N1BP/2BC6/2KR6 w - - 13 31",
    "10/3k1c4/1bp7/1p1p1p3p/p1b1qPr3/P1PNP1p1P1/1P1RR1A2a/5P1P2/3Q1C4/7K2 b - - 11 33",
    "4r5/3qk5/1b1c2p1b1/2p4n2/4P3p1/QP1p6/4NR1P1P/P2RNP4/4KC4/10 b - - 2 33",
    "r9/4k5/1pp4ppp/4ar1n2/pP5C2/6p3/Bb4N3/6PPPP/2K4B2/R3R5 b - - 4 37",
    "3a1rk3/1n6r1/1p2p2c1p/1App3p1n/p2B1C4/1P3PpPpN/2P5P1/3P5P/1NQb5R/2RB3K2 b - h4 0 49",
    // In and around the promotion zone.
    "2k1c4r/3q4n1/rP2p2P2/1p3P3p/10/p1pb3P1p/P2p5P/4p3C1/1N2K2BN1/3B1A2RR w - - 0 35",
    "k9/2P2P4/1P2r2n2/9P/3b3p2/2C5p1/1p6B1/2p1R2p2/4K5/10 w - - 0 40",
    "2A1r5/3P6/5k4/1N8/5P3p/3b5P/1P8/2p7/R2cN2K2/2R1B5 w - - 1 64",
    "Qn3K1k2/4P4P/6P3/9P/4pP2P1/1pqn3P2/6bp2/pPpp4P1/p3p5/5c4 w - - 0 154",
    "6k3/PP2P5/3P2P3/qR8/1Ppb6/10/p2K2P1aA/2p2p3p/1b4p3/6nc1n w - - 0 169",
    "10/PPP6k/10/10/10/10/10/10/ppp6K/10 w - - 0 1",
    // In check.
    "5r4/4k1a1r1/1pqn2ppb1/3Ap5/1P2P3p1/p2R6/2N3P3/PP5PP1/4K2BN1/10 b - - 3 31",
    "2r2k3r/2b4b2/ppNp1p2pp/2pP1qpp2/4p5/3PB1nP2/5PP2P/PP2P1c1P1/2B1KC4/R1QR6 w - - 1 23",
    // Endgames.
    "4b5/1k8/p4n4/P9/9P/1p2p1pP2/1Pp1p1P3/2P1N5/2K7/10 w - - 3 53",
    "7n2/2k7/4p5/4a5/p6R2/P9/4B2p2/2P2K4/1N8/10 b - - 2 46",
    "10/10/p2k6/4r4b/9p/1p2B4P/6p1P1/2P3N3/10/4K5 w - - 0 40",
    "10/2k7/1p1b1n1ppp/rPp7/2C7/p5p1P1/K5N3/6PP1P/10/6B3 b - - 7 51",
    "k9/2b7/8c1/1a1pn3P1/p1b2p3B/P1P2Pp1AP/6P3/Q9/10/K4N4 w - - 0 66",
    "7r2/3B6/Rr1p6/3Pk5/4Pp2p1/2K2P3p/7p1P/4P5/10/10 w - - 0 59",
    "10/10/3kn5/10/P1P7/4pa4/10/10/3K6/5B4 w - - 4 66",
    "10/4k5/10/10/2P2p4/10/3p2P3/10/5K4/10 w - - 0 60",
    "3k6/10/10/4A5/10/10/2r7/10/5K4/10 w - - 12 80",
    "4k5/10/10/4K5/10/3b6/10/6C3/10/10 w - - 20 90",
};

}  // namespace grandee::bench
