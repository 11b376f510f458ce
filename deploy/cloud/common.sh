# shellcheck shell=bash
# What the cloud scripts share; sourced by them. Nothing secret goes through here: secrets are made on the machine itself, by install.sh.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dry=${DRY_RUN:-}
name=${NAME:-jackfield-relay}
script=$(basename "$0")

die() { printf '%s: %s\n' "$script" "$1" >&2; exit "${2:-1}"; }
say() { printf '%s\n' "$1"; }
show() { printf '+'; printf ' %q' "$@"; printf '\n'; }
# run COMMAND…: says it, then does it. A failing one ends the script and says what to do.
run() {
	show "$@"
	if [ -n "$dry" ]; then return 0; fi
	"$@" || die "\"$1 ${2:-} ${3:-}\" failed. What was made so far stays: mend what it says and run this again, or take all of it away with: $script down"
}
# ask COMMAND…: the same for what only looks; its answer is what comes out, nothing in a dry run. Take it with x=$(ask …) and nothing around
# it: inside a condition a failure would pass for "there is none", and a second machine would be made.
ask() {
	show "$@" >&2
	if [ -n "$dry" ]; then return 0; fi
	"$@" || die "\"$1 ${2:-} ${3:-}\" failed. Is its command line signed in? Nothing was changed by it"
}
need() { command -v "$1" >/dev/null || [ -n "$dry" ] || die "$1 is not here: $2" 2; }
matches() { [[ ${!1:-} =~ ^($2)$ ]] || die "$1=\"${!1:-}\": it must be $3" 2; }

# check_inputs up|update|down
check_inputs() {
	command_word=$1
	matches name '[a-z][a-z0-9-]{1,40}' "a short name: jackfield-relay"
	# Both become words of a command on the machine.
	matches APP_ORIGIN '(https?://[a-z0-9.:-]+( https?://[a-z0-9.:-]+)*)?' "origins of pages: https://app.example.org"
	case $1 in
	up)
		matches DOMAIN '([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}' "the name people see: relay.example.org"
		matches ADMIN_CIDR '[0-9a-fA-F.:]+/[0-9]{1,3}' "where you may come from by ssh: 203.0.113.7/32"
		matches SSH_KEY '[A-Za-z0-9@._ -]{1,100}' "the name of an ssh key that the provider knows"
		check_package
		;;
	update) check_package ;;
	down) [ "${CONFIRM:-}" = "$name" ] || [ -n "$dry" ] || die "down deletes the machine \"$name\" and its secrets for good: say so with CONFIRM=$name" 2 ;;
	*) usage ;;
	esac
}
check_package() {
	need ssh "install openssh-client"
	need scp "install openssh-client"
	[ -f "${PACKAGE:-}" ] || die "PACKAGE=\"${PACKAGE:-}\": name the package that npm run build && npm pack -w packages/cli makes" 2
	[[ $(basename "$PACKAGE") =~ ^[A-Za-z0-9._-]+$ ]] || die "PACKAGE=\"$PACKAGE\": its name must be letters, digits, dots and dashes" 2
}
usage() { sed -n '2,/^[^#]/ { /^#/ s/^# \{0,1\}//p }' "$0" >&2; exit 2; }

ssh_options=(-o StrictHostKeyChecking=accept-new -o ConnectTimeout=10)
# install_on ADDRESS USER: waits for the machine, copies the package and deploy/, and runs install.sh there.
install_on() {
	local address=$1 user=$2 folder domain=
	# An update leaves the name as it is.
	if [ "$command_word" = up ]; then domain=${DOMAIN:-}; fi
	wait_for "$user@$address"
	folder=/tmp/jackfield-deploy
	run ssh "${ssh_options[@]}" "$user@$address" "rm -rf $folder && mkdir -m 700 $folder"
	run scp "${ssh_options[@]}" -r "$PACKAGE" "$here/../install.sh" "$here/../caddy" "$here/../systemd" "$user@$address:$folder/"
	run ssh "${ssh_options[@]}" "$user@$address" "sudo env DOMAIN=$domain APP_ORIGIN=\"${APP_ORIGIN:-}\" $folder/install.sh $folder/$(basename "$PACKAGE")"
}
wait_for() {
	local tries
	show ssh "${ssh_options[@]}" "$1" true
	if [ -n "$dry" ]; then return 0; fi
	for tries in $(seq 1 "${SSH_TRIES:-30}"); do
		if ssh "${ssh_options[@]}" "$1" true 2>/dev/null; then return 0; fi
		if [ "$tries" -lt "${SSH_TRIES:-30}" ]; then sleep 5; fi
	done
	die "the machine does not answer by ssh as $1. Is ADMIN_CIDR the address you come from, and your key loaded? Then run this again"
}
# finish USER: the end of up and of update. Installs on the machine where the provider's own `address` says it is.
finish() {
	local at
	at=$(address)
	if [ "$command_word" = update ] && [ -z "$at$dry" ]; then die "there is no machine \"$name\": make one with $script up"; fi
	install_on "${at:-ADDRESS}" "$1"
	if [ "$command_word" = update ]; then return 0; fi
	say "The machine is at ${at:-ADDRESS}. Point $DOMAIN at it (an A record), then look at https://$DOMAIN/health"
}
