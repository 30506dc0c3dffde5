// The precompiled headers of the tests need one source to hang on.
