import { blockOf } from './security/address-block.ts'

export const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/** The server is reached on this machine alone: somebody tries it out or develops it. Otherwise nobody is exempt from a limit. */
export const isTriedOut = (publicUrl: URL): boolean => loopbackNames.includes(publicUrl.hostname)

export const isLoopback = (address: string): boolean => address === '::1' || /^127\.[\d.]+$/.test(blockOf(address))
