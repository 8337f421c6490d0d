import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { blockOf } from '../../security/address-block.ts'
import { isLoopback, isLoopbackUrl } from '../../loopback.ts'
import type { ClientAddresses } from '../client-address.ts'

interface Rules {
  most: number
  addresses: Pick<ClientAddresses, 'isProxy'>
  publicUrl: URL
}

/**
 * Closes connections beyond `most` of one address. Connections of a proxy are exempt: they carry many clients, and the
 * proxy limits those itself.
 */
export function limitConnections(server: Server, { most, addresses, publicUrl }: Rules): void {
  const open = new Map<string, number>()

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || addresses.isProxy(address) || (isLoopbackUrl(publicUrl) && isLoopback(address))) return
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
}
