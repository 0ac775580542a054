#!/bin/sh
# Judges a server in any CI: TOUCHSTONE_BASE_URL=… TOUCHSTONE_TOKEN=… sh judge.sh [further options of touchstone run]
# Reports are left in touchstone-report/; keep that folder as an artefact, also when this fails.
set -u
: "${TOUCHSTONE_BASE_URL:?set it to the address of the server}"
: "${TOUCHSTONE_TOKEN:?set it to the access token, from a secret of the CI}"

# Names another way to start it, such as a path; the package from npm otherwise.
TOUCHSTONE=${TOUCHSTONE:-npx --yes touchstone}

# What TOUCHSTONE holds may be several words.
# shellcheck disable=SC2086
$TOUCHSTONE run --wait 60 --reporter terminal junit markdown html badge --out touchstone-report "$@"
code=$?

case $code in
  0) echo 'verdict: nothing failed' ;;
  1) echo 'verdict: something failed; touchstone-report/report.html shows what' ;;
  2) echo 'no verdict: an option or the target file is wrong, and nothing was sent' ;;
  3) echo 'no verdict: too little could be judged; the lines above say why' ;;
  *) echo "no verdict: ended with $code" ;;
esac
exit "$code"
