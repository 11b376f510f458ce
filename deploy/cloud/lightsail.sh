#!/usr/bin/env bash
# A relay on a small machine at AWS Lightsail (nano, 512 MB, Debian 12 or 13). As often as you like: what is there already stays.
#
#   DOMAIN=relay.example.org ADMIN_CIDR=203.0.113.7/32 SSH_KEY=laptop PACKAGE=jackfield-cli-0.1.0.tgz lightsail.sh up
#   PACKAGE=jackfield-cli-0.2.0.tgz lightsail.sh update
#   CONFIRM=jackfield-relay lightsail.sh down
#
#   APP_ORIGIN   origin of the page that may hold links: https://app.example.org
#   SSH_KEY      a key pair of Lightsail's, which your ssh has too: aws lightsail get-key-pairs
#   NAME         of machine and address (jackfield-relay); ZONE (eu-central-1a), BUNDLE (nano_3_0), BLUEPRINT (debian_13)
#   DRY_RUN=1    print every command and run none
# It calls aws, which must be signed in (aws sso login) with ZONE's region, ssh and scp.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "$0")/common.sh"

check_inputs "${1:-}"
need aws "https://docs.aws.amazon.com/cli"
zone=${ZONE:-eu-central-1a}
matches zone '[a-z]{2}(-[a-z]+)+-[0-9][a-z]' "a zone: eu-central-1a"
lightsail() { printf '%s\n' aws lightsail "$1" --region "${zone%?}" --output text; }
# One word a line: an array without splitting what stands in it.
with() { mapfile -t command < <(lightsail "$1"); shift; command+=("$@"); }
look() { with "$@"; ask "${command[@]}"; }
do_it() { with "$@"; run "${command[@]}"; }
machine() { look get-instances --query "instances[?name=='$name'].name"; }
address() { look get-static-ips --query "staticIps[?name=='$name'].ipAddress"; }

case $1 in
up)
	there=$(machine)
	if [ -z "$there" ]; then
		do_it create-instances --instance-names "$name" --availability-zone "$zone" --blueprint-id "${BLUEPRINT:-debian_13}" --bundle-id "${BUNDLE:-nano_3_0}" --key-pair-name "$SSH_KEY" --tags "key=project,value=$name"
		for _ in $(seq 1 30); do
			state=$(look get-instance-state --instance-name "$name" --query state.name)
			if [ -n "$dry" ] || [ "$state" = running ]; then break; fi
			sleep 5
		done
	fi
	at=$(address)
	if [ -z "$at" ]; then
		do_it allocate-static-ip --static-ip-name "$name"
		do_it attach-static-ip --static-ip-name "$name" --instance-name "$name"
	fi
	do_it put-instance-public-ports --instance-name "$name" --port-infos "fromPort=22,toPort=22,protocol=tcp,cidrs=$ADMIN_CIDR" "fromPort=80,toPort=80,protocol=tcp" "fromPort=443,toPort=443,protocol=tcp"
	finish admin
	;;
update) finish admin ;;
down)
	there=$(machine)
	if [ -n "$there$dry" ]; then do_it delete-instance --instance-name "$name"; fi
	at=$(address)
	if [ -n "$at$dry" ]; then do_it release-static-ip --static-ip-name "$name"; fi
	;;
esac
