import { blockOf } from './security/address-block.ts'

export const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The public address is on this machine only: somebody tries the product out or develops it. Some limits do not apply
 * then.
 */
export const isLoopbackUrl = (publicUrl: URL): boolean => loopbackNames.includes(publicUrl.hostname)

export const isLoopback = (address: string): boolean => address === '::1' || /^127\.[\d.]+$/.test(blockOf(address))
