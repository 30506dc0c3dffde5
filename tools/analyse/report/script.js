'use strict';
// Draws one game at a time from the data in the page. The state is (game, ply) and, when a better
// line is looked at, (move it stands beside, steps into it).
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const SVG = 'http://www.w3.org/2000/svg';
const MARKS = {6: '?!', 2: '?', 4: '??'};
const byId = id => document.getElementById(id);
const state = {game: 0, ply: 0, line: null, flipped: false};
let positions = [];  // of the game shown: a board for every ply

// --- rules: as much as it takes to play given moves ---------------------------------------------

// Board: 100 letters, a1 first, '' for empty.
function parseFen(fen) {
  const board = new Array(100).fill('');
  fen.split(' ')[0].split('/').forEach((row, i) => {
    let file = 0;
    for (const token of row.match(/\d+|[A-Za-z]/g)) {
      if (/\d/.test(token)) file += Number(token);
      else board[(9 - i) * 10 + file++] = token;
    }
  });
  return board;
}
function boardFen(board) {
  const rows = [];
  for (let rank = 9; rank >= 0; --rank) {
    let row = '', empty = 0;
    for (let file = 0; file < 10; ++file) {
      const man = board[rank * 10 + file];
      if (man === '') { ++empty; continue; }
      row += (empty || '') + man;
      empty = 0;
    }
    rows.push(row + (empty || ''));
  }
  return rows.join('/');
}
function parseMove(uci) {
  const [, f1, r1, f2, r2, promotion] = uci.match(/^([a-j])(10|\d)([a-j])(10|\d)([a-z]?)$/);
  const square = (f, r) => (Number(r) - 1) * 10 + f.charCodeAt(0) - 97;
  return {from: square(f1, r1), to: square(f2, r2), promotion};
}
function play(board, uci) {
  const {from, to, promotion} = parseMove(uci);
  const next = board.slice();
  const man = board[from];
  const pawn = man === 'P' || man === 'p';
  // A pawn that changes its file onto an empty square takes en passant.
  if (pawn && from % 10 !== to % 10 && board[to] === '') next[from - from % 10 + to % 10] = '';
  next[from] = '';
  next[to] = !promotion ? man : man === 'P' ? promotion.toUpperCase() : promotion;
  return next;
}

// --- helpers --------------------------------------------------------------------------------------

function element(name, attributes = {}, text = '') {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text) node.textContent = text;
  return node;
}
function html(name, className = '', text = '') {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== '') node.textContent = text;
  return node;
}
const game = () => data.games[state.game];
const lastPly = () => game().moves.length;
const number = move => Math.floor((game().first + move) / 2) + game().number;
const whiteMoves = move => (game().first + move) % 2 === 0;
const capital = word => word[0].toUpperCase() + word.slice(1);
const percent = value => `${Math.round(value)} %`;
const nameOf = move => `${number(move)}${whiteMoves(move) ? '.' : '…'} ${game().moves[move].san}`;

// --- drawing --------------------------------------------------------------------------------------

const corner = square => {
  const file = square % 10, rank = Math.floor(square / 10);
  return state.flipped ? [40 + (9 - file) * 100, rank * 100] : [40 + file * 100, (9 - rank) * 100];
};

function drawArrow(svg, uci) {
  const {from, to} = parseMove(uci);
  const [x1, y1] = corner(from).map(v => v + 50), [x2, y2] = corner(to).map(v => v + 50);
  const length = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / length, uy = (y2 - y1) / length;
  const bx = x2 - 34 * ux, by = y2 - 34 * uy;
  const group = element('g', {class: 'arrow', 'data-move': uci});
  group.append(element('line', {x1, y1, x2: bx, y2: by, 'stroke-width': 14}),
               element('polygon', {points: [[x2, y2], [bx - 22 * uy, by + 22 * ux],
                                            [bx + 22 * uy, by - 22 * ux]].join(' ')}));
  svg.append(group);
}

function drawBoard() {
  const svg = byId('board');
  svg.replaceChildren();
  const {board, moved, best} = present();
  for (let square = 0; square < 100; ++square) {
    const [x, y] = corner(square);
    const dark = (Math.floor(square / 10) + square % 10) % 2 === 0;
    svg.append(element('rect', {x, y, width: 100, height: 100, class: dark ? 'dark' : 'light'}));
    if (moved && (moved.from === square || moved.to === square))
      svg.append(element('rect', {x, y, width: 100, height: 100, class: 'moved'}));
  }
  for (let i = 0; i < 10; ++i) {
    const [, y] = corner(i * 10), [x] = corner(i);
    svg.append(element('text', {x: 34, y: y + 60, 'text-anchor': 'end'}, String(i + 1)));
    svg.append(element('text', {x: x + 50, y: 1032, 'text-anchor': 'middle'}, 'abcdefghij'[i]));
  }
  board.forEach((man, square) => {
    if (man === '') return;
    const [x, y] = corner(square);
    const white = man === man.toUpperCase();
    svg.append(element('use', {href: `#man-${man.toUpperCase()}`, x, y, width: 100, height: 100,
                               class: `piece ${white ? 'w' : 'b'}`}));
  });
  if (best) drawArrow(svg, best);
  document.body.dataset.game = state.game;
  document.body.dataset.ply = state.ply;
  document.body.dataset.fen = boardFen(board);
}

// What is on the board: a ply of the game, or a step of a better line.
function present() {
  if (state.line) {
    const moves = game().moves[state.line.move].better.slice(0, state.line.steps);
    const board = moves.reduce((b, m) => play(b, m.uci), positions[state.line.move]);
    return {board, moved: parseMove(moves[moves.length - 1].uci)};
  }
  const moves = game().moves;
  const played = state.ply > 0 ? moves[state.ply - 1] : null;
  const next = moves[state.ply];
  return {board: positions[state.ply], moved: played && parseMove(played.uci),
          best: next && next.best !== next.uci ? next.best : null};
}

function chanceAt(ply) {
  if (ply > 0) return game().moves[ply - 1].chance;
  return game().moves.length > 0 ? game().moves[0].chanceBefore : 50;
}

function drawBar() {
  const chance = chanceAt(state.ply);
  const bar = byId('bar');
  bar.classList.toggle('flipped', state.flipped);
  byId('bar-white').style.height = `${chance}%`;
  const played = game().moves[state.ply - 1];
  byId('bar-text').textContent = played ? played.eval : '';
  bar.setAttribute('aria-label', `White's expected result: ${percent(chance)}`);
}

const graphX = ply => lastPly() === 0 ? 0 : 1000 * ply / lastPly();
function drawGraph() {
  const svg = byId('graph');
  svg.replaceChildren();
  const points = [];
  for (let ply = 0; ply <= lastPly(); ++ply)
    points.push(`${graphX(ply).toFixed(1)},${(220 - 2.2 * chanceAt(ply)).toFixed(1)}`);
  svg.append(element('polygon', {class: 'area', points: `0,220 ${points.join(' ')} 1000,220`}));
  svg.append(element('line', {class: 'half', x1: 0, x2: 1000, y1: 110, y2: 110}));
  for (const {ply, phase} of game().phases.slice(1)) {
    const line = element('line', {class: 'phase', x1: graphX(ply), x2: graphX(ply), y1: 0, y2: 220});
    line.append(element('title', {}, phase));
    svg.append(line);
  }
  game().moves.forEach((move, i) => {
    if (!move.glyph) return;
    const x = graphX(i + 1), white = whiteMoves(i);
    const line = element('line', {class: move.glyph === 6 ? 'fault small' : 'fault', x1: x, x2: x,
                                  y1: white ? 220 : 0, y2: white ? 206 : 14});
    line.append(element('title', {}, nameOf(i) + MARKS[move.glyph]));
    svg.append(line);
  });
  svg.append(element('line', {class: 'here', id: 'here', y1: 0, y2: 220}));
  svg.dataset.points = points.length;
}

function drawMoves() {
  const list = byId('moves');
  list.replaceChildren();
  let numberDue = true;
  game().moves.forEach((move, i) => {
    if (whiteMoves(i) || numberDue)
      list.append(html('span', 'number', `${number(i)}${whiteMoves(i) ? '.' : '…'} `));
    const node = html('span', `move glyph-${move.glyph || 0}`,
                      move.san + (move.glyph ? MARKS[move.glyph] : ''));
    node.dataset.ply = i + 1;
    node.title = move.eval + (move.clock ? `, clock ${move.clock}` : '');
    list.append(node, ' ');
    numberDue = false;
    if (move.glyph && move.better.length > 0) {
      const line = html('span', 'better', `Better (${move.evalBefore}): `);
      move.better.forEach((step, k) => {
        const link = html('span', 'step', step.san);
        link.dataset.move = i;
        link.dataset.steps = k + 1;
        line.append(link, ' ');
      });
      list.append(line);
      numberDue = true;
    }
    for (const text of [move.remark, move.comment]) {
      if (!text) continue;
      list.append(html('span', 'remark', text));
      numberDue = true;
    }
  });
  list.append(html('strong', '', game().result));
}

function drawSummary() {
  const g = game();
  const rows = [['', 'White', 'Black'],
                ['Accuracy', ...['white', 'black'].map(c => percent(g[c].accuracy))],
                ['Lost chance a move', ...['white', 'black'].map(c => `${(100 * g[c].average_loss).toFixed(1)} %`)],
                ...[['Inaccuracies ?!', 'inaccuracies'], ['Mistakes ?', 'mistakes'], ['Blunders ??', 'blunders']]
                    .map(([title, key]) => [title, g.white[key], g.black[key]])];
  const table = byId('summary');
  table.replaceChildren();
  rows.forEach((row, i) => {
    const line = html('tr');
    for (const cell of row) line.append(html(i === 0 ? 'th' : 'td', '', cell));
    table.append(line);
  });
  const phases = byId('phases');
  phases.replaceChildren();
  for (const {phase, ply, material} of g.phases) {
    const item = html('li', '', `${capital(phase)}: ${material}`);
    if (ply > 0) {
      const link = html('span', 'move', nameOf(ply - 1));
      link.dataset.ply = ply;
      item.append(', from ', link);
    }
    phases.append(item);
  }
  const critical = byId('critical');
  critical.replaceChildren();
  for (const i of g.critical) {
    const move = g.moves[i];
    const item = html('li');
    const link = html('span', `move glyph-${move.glyph}`, nameOf(i) + MARKS[move.glyph]);
    link.dataset.ply = i + 1;
    item.append(link, ` ${move.evalBefore} → ${move.eval}` +
                      (move.better.length > 0 ? `, better ${move.better[0].san}` : ''));
    critical.append(item);
  }
  if (g.critical.length === 0) critical.append(html('li', '', 'none'));
}

function drawStatus() {
  const move = game().moves[state.ply - 1];
  const phase = game().phases.filter(p => p.ply <= state.ply).pop();
  let text = move ? `${nameOf(state.ply - 1)}${move.glyph ? MARKS[move.glyph] : ''}: ${move.eval}, White's chance ${percent(move.chance)}.` : 'Start position.';
  if (state.line) text = `In the line that is better than ${nameOf(state.line.move)}.`;
  if (move && move.remark && !state.line) text += ` ${move.remark}`;
  byId('status').textContent = `${text} ${capital(phase.phase)}.`;
}

function markCurrent() {
  for (const node of document.querySelectorAll('.current')) node.classList.remove('current');
  let node = document.querySelector(`#moves .move[data-ply="${state.ply}"]`);
  if (state.line)
    node = document.querySelector(`.step[data-move="${state.line.move}"][data-steps="${state.line.steps}"]`);
  const list = byId('moves');
  if (node) {
    node.classList.add('current');
    const top = node.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 30)
      list.scrollTop = top - list.clientHeight / 2;
  } else {
    list.scrollTop = 0;
  }
  const x = graphX(state.ply);
  byId('here').setAttribute('x1', x);
  byId('here').setAttribute('x2', x);
}

// --- going about ----------------------------------------------------------------------------------

function show() {
  drawBoard();
  drawBar();
  drawStatus();
  markCurrent();
  history.replaceState(null, '', `#g${state.game + 1}p${state.ply}`);
}
function goTo(ply) {
  state.line = null;
  state.ply = Math.max(0, Math.min(lastPly(), ply));
  show();
}
function goToStep(move, steps) {
  state.ply = move;
  state.line = {move, steps: Math.min(steps, game().moves[move].better.length)};
  show();
}
function forward() {
  if (state.line) goToStep(state.line.move, state.line.steps + 1);
  else goTo(state.ply + 1);
}
function back() {
  if (state.line && state.line.steps > 1) goToStep(state.line.move, state.line.steps - 1);
  else if (state.line) goTo(state.line.move);
  else goTo(state.ply - 1);
}
function nextCritical(step) {
  const plies = game().critical.map(i => i + 1);
  const there = step > 0 ? plies.find(p => p > state.ply) : plies.filter(p => p < state.ply).pop();
  if (there !== undefined) goTo(there);
}
function openGame(index, ply) {
  state.game = Math.max(0, Math.min(data.games.length - 1, index));
  const g = game();
  positions = [parseFen(g.start)];
  for (const move of g.moves) positions.push(play(positions[positions.length - 1], move.uci));
  byId('players').textContent = `${g.tags.White || '?'} – ${g.tags.Black || '?'}   ${g.result}`;
  byId('event').textContent = ['Event', 'Site', 'Date', 'Round', 'TimeControl']
      .map(name => g.tags[name]).filter(value => value && value !== '?' && value !== '-').join(', ');
  byId('games').selectedIndex = state.game;
  drawSummary();
  drawMoves();
  drawGraph();
  goTo(ply);
}
function flip() { state.flipped = !state.flipped; show(); }
function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark'
                                  : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

const ACTIONS = {first: () => goTo(0), back, forward, last: () => goTo(lastPly()),
                 'previous-critical': () => nextCritical(-1), 'next-critical': () => nextCritical(1),
                 flip, theme: switchTheme};
const KEYS = {ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last',
              ArrowUp: 'previous-critical', ArrowDown: 'next-critical', f: 'flip', t: 'theme'};
for (const [id, action] of Object.entries(ACTIONS)) byId(id).addEventListener('click', action);
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === 'SELECT') return;
  const id = KEYS[event.key];
  if (!id) return;
  event.preventDefault();
  ACTIONS[id]();
});
document.addEventListener('click', event => {
  const {dataset} = event.target;
  if (event.target.classList.contains('move')) goTo(Number(dataset.ply));
  if (event.target.classList.contains('step')) goToStep(Number(dataset.move), Number(dataset.steps));
});
byId('graph').addEventListener('click', event => {
  const box = byId('graph').getBoundingClientRect();
  goTo(Math.round(lastPly() * (event.clientX - box.left) / box.width));
});
byId('games').addEventListener('change', event => openGame(event.target.selectedIndex, 0));

data.games.forEach((g, i) => byId('games').append(
    html('option', '', `${i + 1}: ${g.tags.White || '?'} – ${g.tags.Black || '?'} ${g.result}`)));
byId('chooser').hidden = data.games.length < 2;
byId('annotator').textContent = data.annotator;
function openFromAddress() {
  const [, g = 1, p = 0] = location.hash.match(/^#g(\d+)p(\d+)$/) || [];
  if (data.games.length > 0) openGame(Number(g) - 1, Number(p));
}
addEventListener('hashchange', openFromAddress);
openFromAddress();
})();
