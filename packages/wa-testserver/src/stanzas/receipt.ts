import type { Account } from '../accounts/account.ts'
import type { ReceiptNotice, RetryRequest } from '../envelope.ts'
import { child, el, readUint, uint, type Stanza } from '../wire/nodes.ts'
import { bundleElements, readBundle } from './key-bundle.ts'

/** A receipt as a linked device of the viewer gets it. */
export function receiptStanza(receipt: ReceiptNotice, viewer: Account): Stanza {
  const { from, chat, addressing, retry } = receipt
  const [first, ...others] = receipt.ids
  const author = from.account.jid(addressing, from.deviceId)
  const isOwn = from.account === viewer
  const content: Stanza[] = [
    ...(others.length > 0
      ? [
          el(
            'list',
            {},
            others.map((id) => el('item', { id })),
          ),
        ]
      : []),
    ...(retry ? retryElements(receipt, retry) : []),
  ]
  return el(
    'receipt',
    {
      ...(chat.kind === 'account'
        ? { from: author, recipient: isOwn ? chat.jid(addressing) : undefined }
        : { from: chat.jid, participant: author }),
      id: first,
      type: receipt.type,
      t: receipt.at,
    },
    content.length > 0 ? content : undefined,
  )
}

/** Reads the retry request of a client that could not decrypt a message. */
export function readRetry(stanza: Stanza): RetryRequest {
  const registrationId = readUint(child(stanza, 'registration'))
  const keys = child(stanza, 'keys')
  return {
    count: Number(child(stanza, 'retry')?.attrs['count'] ?? 1),
    registrationId,
    bundle: keys && readBundle(keys, registrationId),
  }
}

function retryElements({ ids, at }: ReceiptNotice, { count, registrationId, bundle }: RetryRequest): Stanza[] {
  return [
    el('retry', { count, id: ids[0], t: at, v: 1 }),
    el('registration', {}, uint(registrationId, 4)),
    ...(bundle ? [el('keys', {}, bundleElements(bundle))] : []),
  ]
}
