import { BlockList, isIP } from 'node:net'

const insideBlocks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast and reserved.
  ['224.0.0.0', 3],
] as const)
  insideBlocks.addSubnet(network, prefix, 'ipv4')
/** Of IPv6 only 2000::/3 is public, without what leads to IPv4 addresses (6to4, Teredo) and examples. */
const publicBlock = new BlockList()
publicBlock.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  insideBlocks.addSubnet(network, prefix, 'ipv6')

/** Loopback, private networks, link-local (cloud metadata) and everything else that is not on the public internet. */
export function isInsideAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return insideBlocks.check(address, 'ipv4')
    case 6:
      return !publicBlock.check(address, 'ipv6') || insideBlocks.check(address, 'ipv6')
    default:
      return true
  }
}
