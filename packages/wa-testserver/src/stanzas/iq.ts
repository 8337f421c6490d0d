import { S_WHATSAPP_NET } from '@whiskeysockets/baileys'
import { el, type Stanza } from '../wire/nodes.ts'
import { groupHandlers } from './groups.ts'
import { keyHandlers } from './keys.ts'
import { limitHandlers } from './limits.ts'
import { profileHandlers } from './profile.ts'
import { QueryError, type Query, type QueryHandlers } from './query.ts'
import { usyncHandlers } from './usync.ts'

/** By `xmlns type request-tag`. */
const handlers: QueryHandlers = {
  ...keyHandlers,
  ...usyncHandlers,
  ...profileHandlers,
  ...groupHandlers,
  ...limitHandlers,
  'w:p get ping': () => undefined,
  'passive set passive': () => undefined,
  'urn:xmpp:whatsapp:dirty set clean': () => undefined,
  'w:stats set add': () => undefined,
  'abt get props': () => [el('props', { hash: 'test', refresh: 86_400 })],
  'w:m set media_conn': ({ media }) => [
    el('media_conn', { auth: 'test-auth', ttl: 3600, auth_ttl: 3600, max_buckets: 12 }, [
      el('host', { hostname: media.host, maxContentLengthBytes: 2 ** 31 }),
    ]),
  ],
  'w:sync:app:state set sync': ({ device, request }) => [device.account.appState.sync(request)],
}

/** Answers a query of a client; undefined if no handler knows it. */
export async function answerQuery(query: Omit<Query, 'request'>): Promise<Stanza | undefined> {
  const { stanza } = query
  const { id, xmlns, type } = stanza.attrs
  const parts = Array.isArray(stanza.content) ? stanza.content : []
  const handlerOf = (tag: string) => handlers[`${xmlns} ${type} ${tag}`.trim()]
  // Clients send the parts of a query in different orders: the first known part selects the handler.
  const request = parts.find(({ tag }) => handlerOf(tag)) ?? el('')
  const handler = handlerOf(request.tag)
  if (!handler) return undefined
  try {
    const content = await handler({ ...query, request })
    return el('iq', { id, from: S_WHATSAPP_NET, type: 'result' }, content)
  } catch (error) {
    if (error instanceof QueryError) return refuseQuery(stanza, error.code)
    throw error
  }
}

const reasons: Record<number, string> = {
  404: 'item-not-found',
  429: 'rate-overlimit',
  501: 'feature-not-implemented',
}

/** Refuses a query with a code. */
export function refuseQuery({ attrs }: Stanza, code: number): Stanza {
  return el('iq', { id: attrs['id'], from: S_WHATSAPP_NET, type: 'error' }, [
    el('error', { code, text: reasons[code] ?? 'internal-server-error' }),
  ])
}
