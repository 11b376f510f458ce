import type { Rule } from "./cloud-scene.ts";

/** A cloud script: what it needs, how its provider tells what is there, and every call it must make, in order. */
export interface Cloud {
  readonly script: string;
  readonly sshKey: string;
  readonly user: string;
  /** Looks for what is there: rules that find nothing until it was made, or find it at once. */
  readonly fresh: readonly Rule[];
  readonly there: readonly Rule[];
  /** Calls of `up` where nothing is there, where all is there, and of `down`; without those of ssh and scp. */
  readonly up: readonly string[];
  readonly again: readonly string[];
  readonly down: readonly string[];
  /** The call that makes the machine, and the one that looks for it. */
  readonly makes: string;
  readonly looks: string;
}

const name = "jackfield-relay";
const address = "198.51.100.20";

const hcloudServer = `hcloud server list --selector project=${name} --output noheader --output columns=ipv4`;
const hcloudFirewall = `hcloud firewall list --selector project=${name} --output noheader --output columns=name`;
const doctlDroplet = `doctl compute droplet list --tag-name ${name} --no-header --format PublicIPv4`;
const doctlFirewall = "doctl compute firewall list --no-header --format ID,Name";
const aws = (verb: string): string => `aws lightsail ${verb} --region eu-central-1 --output text`;
const awsMachine = `${aws("get-instances")} --query instances[?name=='${name}'].name`;
const awsAddress = `${aws("get-static-ips")} --query staticIps[?name=='${name}'].ipAddress`;
const awsPorts = `${aws("put-instance-public-ports")} --instance-name ${name} --port-infos fromPort=22,toPort=22,protocol=tcp,cidrs=203.0.113.7/32 fromPort=80,toPort=80,protocol=tcp fromPort=443,toPort=443,protocol=tcp`;
const anywhere = "--source-ips 0.0.0.0/0 --source-ips ::/0";

export const clouds: readonly Cloud[] = [
  {
    script: "hetzner.sh",
    sshKey: "laptop",
    user: "root",
    fresh: [{ begins: "hcloud server list", after: "hcloud server create", says: address }],
    there: [
      { begins: "hcloud server list", says: address },
      { begins: "hcloud firewall list", says: name },
    ],
    up: [
      hcloudFirewall,
      `hcloud firewall create --name ${name} --label project=${name}`,
      `hcloud firewall add-rule ${name} --direction in --protocol tcp --port 22 --source-ips 203.0.113.7/32 --description ssh`,
      `hcloud firewall add-rule ${name} --direction in --protocol tcp --port 80 ${anywhere} --description certificates`,
      `hcloud firewall add-rule ${name} --direction in --protocol tcp --port 443 ${anywhere} --description https`,
      hcloudServer,
      `hcloud server create --name ${name} --label project=${name} --type cx22 --location nbg1 --image debian-13 --ssh-key laptop --firewall ${name}`,
      hcloudServer,
    ],
    again: [hcloudFirewall, hcloudServer, hcloudServer],
    down: [hcloudServer, `hcloud server delete ${name}`, hcloudFirewall, `hcloud firewall delete ${name}`],
    makes: "hcloud server create",
    looks: "hcloud server list",
  },
  {
    script: "digitalocean.sh",
    sshKey: "512189",
    user: "root",
    fresh: [{ begins: "doctl compute droplet list", after: "doctl compute droplet create", says: address }],
    there: [
      { begins: "doctl compute droplet list", says: address },
      { begins: "doctl compute firewall list", says: `5f-1 ${name}` },
    ],
    up: [
      doctlDroplet,
      `doctl compute tag create ${name}`,
      `doctl compute droplet create ${name} --tag-name ${name} --size s-1vcpu-1gb --region fra1 --image debian-13-x64 --ssh-keys 512189 --enable-monitoring=false --wait`,
      doctlFirewall,
      `doctl compute firewall create --name ${name} --tag-names ${name} --inbound-rules protocol:tcp,ports:22,address:203.0.113.7/32 protocol:tcp,ports:80,address:0.0.0.0/0,address:::/0 protocol:tcp,ports:443,address:0.0.0.0/0,address:::/0 --outbound-rules protocol:tcp,ports:all,address:0.0.0.0/0,address:::/0 protocol:udp,ports:all,address:0.0.0.0/0,address:::/0`,
      doctlDroplet,
    ],
    again: [doctlDroplet, doctlFirewall, doctlDroplet],
    down: [doctlDroplet, `doctl compute droplet delete ${name} --force`, doctlFirewall, "doctl compute firewall delete 5f-1 --force"],
    makes: "doctl compute droplet create",
    looks: "doctl compute droplet list",
  },
  {
    script: "lightsail.sh",
    sshKey: "laptop",
    user: "admin",
    fresh: [
      { begins: aws("get-instance-state"), says: "running" },
      { begins: aws("get-static-ips"), after: "aws lightsail attach-static-ip", says: address },
    ],
    there: [
      { begins: aws("get-instances"), says: name },
      { begins: aws("get-static-ips"), says: address },
    ],
    up: [
      awsMachine,
      `${aws("create-instances")} --instance-names ${name} --availability-zone eu-central-1a --blueprint-id debian_13 --bundle-id nano_3_0 --key-pair-name laptop --tags key=project,value=${name}`,
      `${aws("get-instance-state")} --instance-name ${name} --query state.name`,
      awsAddress,
      `${aws("allocate-static-ip")} --static-ip-name ${name}`,
      `${aws("attach-static-ip")} --static-ip-name ${name} --instance-name ${name}`,
      awsPorts,
      awsAddress,
    ],
    again: [awsMachine, awsAddress, awsPorts, awsAddress],
    down: [
      awsMachine,
      `${aws("delete-instance")} --instance-name ${name}`,
      awsAddress,
      `${aws("release-static-ip")} --static-ip-name ${name}`,
    ],
    makes: "aws lightsail create-instances",
    looks: "aws lightsail get-instances",
  },
];

/** The calls that install on a machine, the same for every cloud. */
export function installing(user: string, domain: string): readonly string[] {
  const options = "-o StrictHostKeyChecking=accept-new -o ConnectTimeout=10";
  const at = `${user}@${address}`;
  return [
    `ssh ${options} ${at} true`,
    `ssh ${options} ${at} rm -rf /tmp/jackfield-deploy && mkdir -m 700 /tmp/jackfield-deploy`,
    `scp ${options} -r HERE/jackfield-cli-0.1.0.tgz CLOUD/../install.sh CLOUD/../caddy CLOUD/../systemd ${at}:/tmp/jackfield-deploy/`,
    `ssh ${options} ${at} sudo env DOMAIN=${domain} APP_ORIGIN="" /tmp/jackfield-deploy/install.sh /tmp/jackfield-deploy/jackfield-cli-0.1.0.tgz`,
  ];
}
