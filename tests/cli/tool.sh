#!/bin/sh
# Tools: what only one game has, under its own command and under older names.
. "$ZM_SOURCE/tests/cli/tap.sh"

expect 0 'cram crackers' tool
expect 0 'cram table FILE' tool cram
expect 0 '4 +5 +3 +1' tool cram crackers --cells 4
expect 0 '4 +5 +3 +1' cram-crackers --cells 4 --quiet
expect 0 'crackers' help cram
expect 2 "cram has no tool 'cracker'; expected one of: table, crackers" tool cram cracker
expect 2 'nim has no tools of its own' tool nim table
expect 2 "unknown game 'crma'" tool crma table
expect 2 'usage: zermelo tool cram table FILE' tool cram table
expect 2 "'two' is one word too many" tool cram table one two
expect 2 'unknown option --cell' tool cram crackers --cell 4
expect 2 "cram has no tool 'train'" train cram
expect 2 "cram has no tool 'book'" book cram show
expect 2 'usage: zermelo train GAME' train

end
