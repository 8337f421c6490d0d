import type { Directory } from '../directory.ts'
import { child, children, el, uint, type Stanza } from '../wire/nodes.ts'
import { bundleElements } from './key-bundle.ts'
import { notFound, type QueryHandlers } from './query.ts'

/** Queries about Signal keys: how many are left, uploading more, and fetching those of others. */
export const keyHandlers: QueryHandlers = {
  'encrypt get count': ({ device }) => [el('count', { value: device.keys.reportedCount })],
  'encrypt get digest': ({ device }) => {
    const digest = device.keys.digest()
    if (!digest) throw notFound()
    return [digest]
  },
  'encrypt set registration': ({ device, stanza }) => {
    device.keys.publish(stanza)
    return undefined
  },
  'encrypt set rotate': ({ device, request }) => {
    device.keys.rotate(child(request, 'skey'))
    return undefined
  },
  'encrypt get key': async ({ request, directory }) => {
    const jids = children(request, 'user').map((user) => user.attrs['jid'] ?? '')
    return [el('list', {}, await Promise.all(jids.map((jid) => keysOf(jid, directory))))]
  },
}

async function keysOf(jid: string, directory: Directory): Promise<Stanza> {
  const bundle = await directory.device(jid)?.takeBundle()
  if (!bundle) return el('user', { jid }, [el('error', { code: 404, text: 'item-not-found' })])
  return el('user', { jid }, [el('registration', {}, uint(bundle.registrationId, 4)), ...bundleElements(bundle)])
}
