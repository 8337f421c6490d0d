import { randomBytes, randomInt } from 'node:crypto'
import { decodePatches, encodeSyncdPatch, newLTHashState, proto, type WAPatchCreate } from '@whiskeysockets/baileys'
import { bytes, child, children, el, type Stanza } from './wire/nodes.ts'

/** The settings that an account's devices share (archived chats, names, labels): the changes they wrote, in order. */
export class AppState {
  readonly #keyId = Buffer.concat([Buffer.from([0, 0]), randomBytes(4)])
  readonly #keyData: proto.Message.IAppStateSyncKeyData = {
    keyData: randomBytes(32),
    timestamp: Date.now(),
    fingerprint: { rawId: randomInt(1, 2 ** 31), currentIndex: 1, deviceIndexes: [0] },
  }
  readonly #patches = new Map<string, proto.ISyncdPatch[]>()

  /** The key that the devices encrypt changes with; the server only keeps them. */
  get key(): proto.Message.IAppStateSyncKey {
    return { keyId: { keyId: this.#keyId }, keyData: this.#keyData }
  }

  /** Answers a client's `<sync>`: takes the change in it, and returns those that it has not seen. */
  sync(request: Stanza): Stanza {
    return el(
      'sync',
      {},
      children(request, 'collection').map((collection) => this.#syncCollection(collection)),
    )
  }

  /** Writes a change as the phone itself does; gives the new version of what it belongs to. */
  async write(change: WAPatchCreate): Promise<number> {
    const patches = this.#patchesOf(change.type)
    const keyOf = async () => this.#keyData
    // The library empties the patches that it decodes.
    const copies = patches.map((one) => ({ ...one }))
    const { state } = await decodePatches(change.type, copies, newLTHashState(), keyOf, {})
    const { patch } = await encodeSyncdPatch(change, this.#keyId.toString('base64'), state, keyOf)
    return append(patches, patch)
  }

  #syncCollection(collection: Stanza): Stanza {
    const { name = '', version: known = '0' } = collection.attrs
    const patches = this.#patchesOf(name)
    const patch = child(collection, 'patch')
    if (patch) return el('collection', { name, version: append(patches, proto.SyncdPatch.decode(bytes(patch))) })
    const news = patches.slice(Number(known)).map((one) => el('patch', {}, proto.SyncdPatch.encode(one).finish()))
    return el('collection', { name, version: patches.length }, news.length > 0 ? [el('patches', {}, news)] : undefined)
  }

  #patchesOf(name: string): proto.ISyncdPatch[] {
    const patches = this.#patches.get(name) ?? []
    this.#patches.set(name, patches)
    return patches
  }
}

function append(patches: proto.ISyncdPatch[], patch: proto.ISyncdPatch): number {
  const version = patches.length + 1
  patches.push(Object.assign(patch, { version: { version } }))
  return version
}
