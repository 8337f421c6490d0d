import type { Server } from 'node:http'
import { BlockList, type Socket, isIP } from 'node:net'
import { blockOf } from '../../security/address-block.ts'
import { isLoopback, isLoopbackUrl } from '../../loopback.ts'

interface Rules {
  most: number
  trustProxy: readonly string[] | false
  publicUrl: URL
}

/**
 * Closes connections beyond `most` of one address. Connections of a proxy are exempt: they carry many clients, and the
 * proxy limits those itself.
 */
export function limitConnections(server: Server, { most, trustProxy, publicUrl }: Rules): void {
  const proxies = blockListOf(trustProxy || [])
  const open = new Map<string, number>()

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isProxy(address) || (isLoopbackUrl(publicUrl) && isLoopback(address))) return
    const block = blockOf(address)
    const others = open.get(block) ?? 0
    if (others >= most) return void socket.destroy()
    open.set(block, others + 1)
    socket.once('close', () => {
      const left = (open.get(block) ?? 1) - 1
      if (left === 0) open.delete(block)
      else open.set(block, left)
    })
  })

  function isProxy(address: string): boolean {
    const plain = isIP(address) === 6 && address.startsWith('::ffff:') ? blockOf(address) : address
    return proxies.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
  }
}

/** The names that Fastify knows for networks. */
const words: Record<string, string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

function blockListOf(trusted: readonly string[]): BlockList {
  const list = new BlockList()
  for (const one of trusted.flatMap((name) => words[name] ?? [name])) {
    const [address = '', prefix] = one.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
  }
  return list
}
