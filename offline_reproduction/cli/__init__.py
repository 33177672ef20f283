"""The command line `fe`: one module a subcommand; only `console` prints."""
