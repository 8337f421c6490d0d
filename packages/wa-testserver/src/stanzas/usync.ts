import type { Account } from '../accounts/account.ts'
import { addressingOf } from '../directory.ts'
import { nowSeconds } from '../ids.ts'
import { child, children, el, text, type Stanza } from '../wire/nodes.ts'
import type { Query, QueryHandlers } from './query.ts'

/** "usync": looks up the account, devices and LID of a number. */
export const usyncHandlers: QueryHandlers = {
  'usync get usync': (query) => {
    const { request } = query
    const asked = child(request, 'query')?.content
    const wanted = Array.isArray(asked) ? asked : []
    const users = children(child(request, 'list'), 'user').map((user) => answerAbout(user, wanted, query))
    return [el('usync', { ...request.attrs }, [el('result'), el('list', {}, users)])]
  },
}

function answerAbout(user: Stanza, wanted: Stanza[], { directory }: Query): Stanza {
  const { jid } = user.attrs
  const number = text(child(user, 'contact')).replace('+', '')
  const account = jid === undefined ? directory.byNumber(number) : directory.account(jid)
  // The answer for an alias has the account's main number; for a number without WhatsApp it has that number.
  const answered = jid ?? account?.pnJid() ?? `${number}@s.whatsapp.net`
  const parts = wanted.flatMap(({ tag }) =>
    tag === 'contact' ? [isThere(account, number)] : account ? about(tag, account, answered) : [],
  )
  return el('user', { jid: answered }, parts)
}

function isThere(account: Account | undefined, number: string): Stanza {
  return el('contact', { type: account ? 'in' : 'out' }, Buffer.from(`+${number}`))
}

function about(protocol: string, account: Account, jid: string): Stanza[] {
  switch (protocol) {
    case 'lid':
      return addressingOf(jid) === 'pn' ? [el('lid', { val: account.lidJid() })] : []
    case 'devices':
      return [
        el('devices', {}, [el('device-list', {}, devicesOf(account)), el('key-index-list', { ts: nowSeconds() })]),
      ]
    case 'status':
      return [el('status', { t: nowSeconds() }, Buffer.from('Disponível'))]
    case 'disappearing_mode':
      return [el('disappearing_mode', { duration: 0, t: nowSeconds() })]
    default:
      return []
  }
}

function devicesOf(account: Account): Stanza[] {
  return [...account.devices.values()].map((device) =>
    el('device', { id: device.deviceId, 'key-index': device.keyIndex }),
  )
}
