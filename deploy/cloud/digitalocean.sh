#!/usr/bin/env bash
# A relay on a small machine at DigitalOcean (1 vCPU, 1 GB, Debian 13). As often as you like: what is there already stays.
#
#   DOMAIN=relay.example.org ADMIN_CIDR=203.0.113.7/32 SSH_KEY=3b:16:…:be PACKAGE=jackfield-cli-0.1.0.tgz digitalocean.sh up
#   PACKAGE=jackfield-cli-0.2.0.tgz digitalocean.sh update
#   CONFIRM=jackfield-relay digitalocean.sh down
#
#   APP_ORIGIN   origin of the page that may hold links: https://app.example.org
#   SSH_KEY      number of the key there: doctl compute ssh-key list
#   NAME         of machine and firewall (jackfield-relay); REGION (fra1), SIZE (s-1vcpu-1gb)
#   DRY_RUN=1    print every command and run none
# It calls doctl, which must be signed in (doctl auth init), ssh and scp.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname "$0")/common.sh"

check_inputs "${1:-}"
need doctl "https://docs.digitalocean.com/reference/doctl/how-to/install"
address() { ask doctl compute droplet list --tag-name "$name" --no-header --format PublicIPv4; }
firewall() { ask doctl compute firewall list --no-header --format ID,Name | awk -v name="$name" '$2 == name { print $1 }'; }

case $1 in
up)
	at=$(address)
	if [ -z "$at" ]; then
		run doctl compute tag create "$name"
		run doctl compute droplet create "$name" --tag-name "$name" --size "${SIZE:-s-1vcpu-1gb}" --region "${REGION:-fra1}" --image debian-13-x64 --ssh-keys "$SSH_KEY" --enable-monitoring=false --wait
	fi
	id=$(firewall)
	if [ -z "$id" ]; then
		run doctl compute firewall create --name "$name" --tag-names "$name" \
			--inbound-rules "protocol:tcp,ports:22,address:$ADMIN_CIDR protocol:tcp,ports:80,address:0.0.0.0/0,address:::/0 protocol:tcp,ports:443,address:0.0.0.0/0,address:::/0" \
			--outbound-rules "protocol:tcp,ports:all,address:0.0.0.0/0,address:::/0 protocol:udp,ports:all,address:0.0.0.0/0,address:::/0"
	fi
	finish root
	;;
update) finish root ;;
down)
	at=$(address)
	if [ -n "$at$dry" ]; then run doctl compute droplet delete "$name" --force; fi
	id=$(firewall)
	if [ -n "$id$dry" ]; then run doctl compute firewall delete "${id:-FIREWALL}" --force; fi
	;;
esac
