#!/usr/bin/env bash
# A relay on a small machine at Hetzner (CX22, Debian 13). As often as you like: what is there already stays.
#
#   DOMAIN=relay.example.org ADMIN_CIDR=203.0.113.7/32 SSH_KEY=laptop PACKAGE=jackfield-cli-0.1.0.tgz hetzner.sh up
#   PACKAGE=jackfield-cli-0.2.0.tgz hetzner.sh update
#   CONFIRM=jackfield-relay hetzner.sh down
#
#   APP_ORIGIN   origin of the page that may hold links: https://app.example.org
#   NAME         of machine and firewall (jackfield-relay); LOCATION (nbg1), TYPE (cx22)
#   DRY_RUN=1    print every command and run none
# It calls hcloud, which must be signed in (hcloud context create), ssh and scp.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "$0")/common.sh"

check_inputs "${1:-}"
need hcloud "https://github.com/hetznercloud/cli"
firewall() { ask hcloud firewall list --selector "project=$name" --output noheader --output columns=name; }
address() { ask hcloud server list --selector "project=$name" --output noheader --output columns=ipv4; }

case $1 in
up)
	wall=$(firewall)
	if [ -z "$wall" ]; then
		run hcloud firewall create --name "$name" --label "project=$name"
		run hcloud firewall add-rule "$name" --direction in --protocol tcp --port 22 --source-ips "$ADMIN_CIDR" --description ssh
		run hcloud firewall add-rule "$name" --direction in --protocol tcp --port 80 --source-ips 0.0.0.0/0 --source-ips ::/0 --description certificates
		run hcloud firewall add-rule "$name" --direction in --protocol tcp --port 443 --source-ips 0.0.0.0/0 --source-ips ::/0 --description https
	fi
	at=$(address)
	if [ -z "$at" ]; then
		run hcloud server create --name "$name" --label "project=$name" --type "${TYPE:-cx22}" --location "${LOCATION:-nbg1}" --image debian-13 --ssh-key "$SSH_KEY" --firewall "$name"
	fi
	finish root
	;;
update) finish root ;;
down)
	at=$(address)
	if [ -n "$at$dry" ]; then run hcloud server delete "$name"; fi
	wall=$(firewall)
	if [ -n "$wall$dry" ]; then run hcloud firewall delete "$name"; fi
	;;
esac
