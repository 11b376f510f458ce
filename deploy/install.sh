#!/usr/bin/env bash
# Installs or updates the relay on this machine: Debian 13, or Debian 12 with Node 20.19 or later. Run it as root, as often as you like.
#
#   DOMAIN=relay.example.org ./install.sh jackfield-cli-0.1.0.tgz    install, or update to this package
#   ./install.sh --back-out                                          go back to the release before
#
#   DOMAIN       the name that people see; needed the first time, kept in /etc/jackfield/domain
#   APP_ORIGIN   origin of the page that may hold links (https://app.example.org); several are separated by spaces. First time only
#   DRY_RUN=1    print every command and run none
#
# Secrets are made here, stay in files that root alone can read, and stand in no command and no output.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dry=${DRY_RUN:-}
wrote=
pending=/etc/jackfield/caddy-must-restart

die() { printf 'install.sh: %s\n' "$1" >&2; exit "${2:-1}"; }
say() { printf '%s\n' "$1"; }
run() {
	printf '+ %s\n' "$*"
	if [ -n "$dry" ]; then return 0; fi
	"$@" || die "\"$1\" failed. Nothing after it was done: mend what it says, and run this again"
}
# put FILE MODE GROUP: what comes in, whole or not at all; `wrote` is 1 where that changed the file.
put() {
	local new
	wrote=1
	if [ -n "$dry" ]; then cat >/dev/null; printf '+ write %s (%s, root:%s)\n' "$1" "$2" "$3"; return; fi
	mkdir -p "$(dirname "$1")"
	new=$(umask 077 && mktemp "$1.XXXXXX")
	cat >"$new"
	chown "root:$3" "$new"
	chmod "$2" "$new"
	if cmp -s "$new" "$1"; then rm "$new" && wrote= && return; fi
	mv "$new" "$1"
	printf '+ write %s (%s, root:%s)\n' "$1" "$2" "$3"
}
# The same for what Caddy reads. That it must be started again is kept in a file: this run may end before it is.
put_caddy() {
	put "$@"
	if [ -n "$wrote" ] && [ -z "$dry" ]; then touch "$pending"; fi
}
# secret FILE: makes one where there is none.
secret() {
	if [ -n "$dry" ] || ! [ -s "$1" ]; then put "$1" 600 root < <(head -c 33 /dev/urandom | base64 -w 0 | tr '+/' '-_' && echo); fi
}
restart() {
	run systemctl daemon-reload
	run systemctl enable jackfield-relay.service caddy.service
	run systemctl restart jackfield-relay.service
	# A restart of Caddy ends every stream: only where something of its own changed.
	if [ -e "$pending" ] || [ -n "$dry" ]; then run systemctl restart caddy.service && rm -f "$pending"; fi
	if [ -n "$dry" ]; then return 0; fi
	for _ in $(seq 1 30); do
		if curl --silent --fail --max-time 2 --output /dev/null http://127.0.0.1:8788/metrics; then say "The relay runs: $(basename "$(readlink /opt/jackfield/current)")"; return 0; fi
		sleep 1
	done
	die "the relay does not run. Look: journalctl -u jackfield-relay -n 30. Go back: $0 --back-out"
}

back_out() {
	local before
	before=$(readlink /opt/jackfield/previous || true)
	if [ -z "$before" ] && [ -z "$dry" ]; then die "there is no release before this one"; fi
	run ln -sfn "$(readlink /opt/jackfield/current || true)" /opt/jackfield/previous
	run ln -sfn "${before:-RELEASE}" /opt/jackfield/current
	restart
}

packages() {
	local missing=() name
	for name in caddy curl ca-certificates; do dpkg -s "$name" >/dev/null 2>&1 || missing+=("$name"); done
	if ! [ -x /usr/bin/node ]; then missing+=(nodejs); fi
	if [ ${#missing[@]} -gt 0 ]; then
		run apt-get update -q
		run env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
	fi
	if [ -n "$dry" ]; then return 0; fi
	/usr/bin/node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
		die "Node $(/usr/bin/node --version) is too old, 20.19 is needed. Debian 13 has it; on Debian 12 install Node 20 from nodesource.com"
}

settings() {
	put /etc/jackfield/domain 644 root <<<"$domain"
	secret /etc/jackfield/origin-secret
	secret /etc/jackfield/session-key
	# Yours from here on: what you change in it stays.
	if [ -n "$dry" ] || ! [ -e /etc/jackfield/relay.env ]; then
		put /etc/jackfield/relay.env 644 root <<<"JACKFIELD_PUBLIC_URL=https://$domain
JACKFIELD_APP_ORIGIN=${APP_ORIGIN:-}"
	fi
	# printf is the shell's own: the secret stands in no process list.
	put_caddy /etc/caddy/jackfield-origin 640 caddy < <(printf 'header_up x-jackfield-origin ' && { [ -n "$dry" ] || cat /etc/jackfield/origin-secret; })
	if [ -e /etc/caddy/Caddyfile ] && ! [ -e /etc/caddy/Caddyfile.before-jackfield ]; then run cp -p /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before-jackfield; fi
	put_caddy /etc/caddy/Caddyfile 644 root <"$here/caddy/Caddyfile"
	put_caddy /etc/systemd/system/caddy.service.d/jackfield.conf 644 root <<<"[Service]
Environment=JACKFIELD_DOMAIN=$domain"
	put /etc/systemd/system/jackfield-relay.service 644 root <"$here/systemd/jackfield-relay.service"
	# docs/privacy.md says so.
	put /etc/systemd/journald.conf.d/jackfield.conf 644 root <<<"[Journal]
MaxRetentionSec=14day"
	if [ -n "$wrote" ]; then run systemctl restart systemd-journald.service; fi
	if [ "$(systemctl --version 2>/dev/null | awk 'NR == 1 { print $2 }')" -ge 254 ] 2>/dev/null; then
		put /etc/systemd/system/jackfield-relay.service.d/back-off.conf 644 root <"$here/systemd/jackfield-relay.service.d/back-off.conf"
	fi
}

release() {
	local name to
	name=$(sha256sum "$package" | cut -c 1-12)
	to=/opt/jackfield/releases/$name
	if [ "$(readlink /opt/jackfield/current || true)" = "$to" ]; then return 0; fi
	run mkdir -p "$to"
	run tar --extract --gzip --file "$package" --directory "$to" --strip-components 1 --no-same-owner --no-same-permissions
	run touch "$to"
	if [ -e /opt/jackfield/current ]; then run ln -sfn "$(readlink /opt/jackfield/current)" /opt/jackfield/previous; fi
	run ln -sfn "$to" /opt/jackfield/current
}

# The last three stay.
prune() {
	local old
	if [ -n "$dry" ]; then return 0; fi
	find /opt/jackfield/releases -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' | sort -rn | tail -n +4 | cut -d ' ' -f 2- | while read -r old; do
		case $old in "$(readlink /opt/jackfield/current)" | "$(readlink /opt/jackfield/previous || true)") ;; *) run rm -r "$old" ;; esac
	done
}

if [ "$(id -u)" != 0 ] && [ -z "$dry" ]; then die "run it as root" 2; fi
umask 022
if [ "${1:-}" = --back-out ]; then back_out; exit; fi
package=${1:-}
if [ $# != 1 ] || ! [ -f "$package" ]; then die "name the package to install: $0 jackfield-cli-….tgz (npm run build, then npm pack -w packages/cli, makes it)" 2; fi
tar --list --gzip --file "$package" package/dist/main.js >/dev/null 2>&1 || die "\"$package\" is not the jackfield package: it has no package/dist/main.js" 2
domain=${DOMAIN:-$(cat /etc/jackfield/domain 2>/dev/null || true)}
[[ $domain =~ ^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$ ]] || die "DOMAIN=\"$domain\" is no name for a relay: it must be like relay.example.org" 2
[[ ${APP_ORIGIN:-} =~ ^(https?://[a-z0-9.:-]+( https?://[a-z0-9.:-]+)*)?$ ]] || die "APP_ORIGIN=\"$APP_ORIGIN\": it must be like https://app.example.org" 2
packages
settings
release
restart
prune
say "Next: point $domain at this machine, if it is not yet, and look at https://$domain/health"
