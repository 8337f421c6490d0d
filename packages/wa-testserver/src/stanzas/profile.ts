import { nowSeconds } from '../ids.ts'
import { children, el } from '../wire/nodes.ts'
import { notFound, type QueryHandlers } from './query.ts'

const privacySettings = ['readreceipts', 'profile', 'status', 'online', 'last', 'groupadd', 'calladd', 'messages']

/** Queries about profiles, privacy and blocking. */
export const profileHandlers: QueryHandlers = {
  'privacy get privacy': () => [
    el(
      'privacy',
      {},
      privacySettings.map((name) => el('category', { name, value: 'all' })),
    ),
  ],
  'privacy set privacy': ({ request }) => [request],
  'privacy set tokens': () => undefined,
  'blocklist get': ({ device, directory }) => [
    el(
      'list',
      {},
      [...device.account.blocked].map((number) => el('item', { jid: directory.byNumber(number)?.jid() })),
    ),
  ],
  'blocklist set item': ({ device, request, directory }) => {
    const other = directory.account(request.attrs['jid'])
    if (!other) throw notFound()
    if (request.attrs['action'] === 'block') device.account.blocked.add(other.number)
    else device.account.blocked.delete(other.number)
    return [el('list')]
  },
  'w:profile:picture get picture': ({ stanza, directory }) => {
    const url = directory.account(stanza.attrs['target'])?.pictureUrl
    if (url === undefined) throw notFound()
    return [el('picture', { url, id: nowSeconds(), type: 'image' })]
  },
  'w:profile:picture set picture': () => [el('picture', { id: nowSeconds() })],
  'status set status': () => undefined,
  'disappearing_mode set disappearing_mode': () => undefined,
  'w:biz get business_profile': ({ request, directory }) => {
    const accounts = children(request, 'profile').flatMap(({ attrs }) => directory.account(attrs['jid']) ?? [])
    return [
      el(
        'business_profile',
        { v: 116 },
        accounts.map((account) => el('profile', { jid: account.jid() })),
      ),
    ]
  },
}
