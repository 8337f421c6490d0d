import { randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import type { InboxMessage } from './accounts/inbox.ts'
import type { SendOptions, SentMessage, SimulatedAccount } from './accounts/simulated-account.ts'
import { sealEdit } from './crypto/edit.ts'
import { encryptMedia, type MediaKind } from './crypto/media.ts'
import { sealVote } from './crypto/poll.ts'
import type { Destination } from './envelope.ts'
import { newStanzaId, nowSeconds } from './ids.ts'
import type { MediaHost } from './media-host.ts'
import { el, type Stanza } from './wire/nodes.ts'

/** Refers to a message by its id, and says whether the other side wrote it. */
export interface MessageRef {
  id: string
  fromOther?: boolean | undefined
}

export interface TextOptions extends SendOptions {
  quoted?: MessageRef | undefined
  isForwarded?: boolean | undefined
}

export interface MediaOptions extends TextOptions {
  caption?: string | undefined
  mimetype?: string | undefined
  fileName?: string | undefined
  /** What the sender's phone says of the file, such as its length. */
  details?: FileDetails | undefined
}

type FileDetails = Pick<proto.Message.IAudioMessage, 'seconds' | 'waveform'> &
  Pick<proto.Message.IDocumentMessage, 'pageCount' | 'jpegThumbnail'>

interface EditOptions extends SendOptions {
  /** Not encrypted separately: phones sent edits like this until 2026, and still do to their owner's devices. */
  isOpen?: boolean | undefined
}

interface CallOptions {
  video?: boolean | undefined
  copies?: number | undefined
}

/** The chat of a simulated account with a destination, with all actions that are possible in it. */
export class Chat {
  readonly #author: SimulatedAccount
  readonly #other: Destination
  readonly #media: MediaHost

  constructor(author: SimulatedAccount, other: Destination, media: MediaHost) {
    this.#author = author
    this.#other = other
    this.#media = media
  }

  text(text: string, options: TextOptions = {}): Promise<SentMessage> {
    const contextInfo = this.#context(options)
    return this.raw(contextInfo ? { extendedTextMessage: { text, contextInfo } } : { conversation: text }, options)
  }

  image(file: Uint8Array, options: MediaOptions = {}): Promise<SentMessage> {
    const imageMessage = this.#upload('image', file, 'image/jpeg', options)
    return this.raw({ imageMessage }, { ...options, type: 'media', mediaType: 'image' })
  }

  video(file: Uint8Array, options: MediaOptions = {}): Promise<SentMessage> {
    const videoMessage = this.#upload('video', file, 'video/mp4', options)
    return this.raw({ videoMessage }, { ...options, type: 'media', mediaType: 'video' })
  }

  /** A voice message, recorded in the chat. */
  voice(file: Uint8Array, options: MediaOptions & { seconds?: number } = {}): Promise<SentMessage> {
    const upload = this.#upload('audio', file, 'audio/ogg; codecs=opus', options)
    const audioMessage = { seconds: options.seconds ?? 3, ...upload, ptt: true }
    return this.raw({ audioMessage }, { ...options, type: 'media', mediaType: 'ptt' })
  }

  /** An audio file. */
  audio(file: Uint8Array, options: MediaOptions = {}): Promise<SentMessage> {
    const audioMessage = { ...this.#upload('audio', file, 'audio/mpeg', options), ptt: false }
    return this.raw({ audioMessage }, { ...options, type: 'media', mediaType: 'audio' })
  }

  document(file: Uint8Array, options: MediaOptions = {}): Promise<SentMessage> {
    const fileName = options.fileName ?? 'document.pdf'
    const upload = this.#upload('document', file, 'application/pdf', options)
    const documentMessage = { ...upload, fileName, title: fileName }
    return this.raw({ documentMessage }, { ...options, type: 'media', mediaType: 'document' })
  }

  sticker(file: Uint8Array, options: MediaOptions = {}): Promise<SentMessage> {
    const stickerMessage = this.#upload('sticker', file, 'image/webp', options)
    return this.raw({ stickerMessage }, { ...options, type: 'media', mediaType: 'sticker' })
  }

  location(
    degreesLatitude: number,
    degreesLongitude: number,
    options: TextOptions & { name?: string; address?: string } = {},
  ): Promise<SentMessage> {
    const { name = '', address = '' } = options
    const locationMessage = { degreesLatitude, degreesLongitude, name, address, ...this.#quote(options) }
    return this.raw({ locationMessage }, { ...options, type: 'media', mediaType: 'location' })
  }

  /** A contact card. */
  contactCard(name: string, number: string, options: TextOptions = {}): Promise<SentMessage> {
    const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${number}:+${number}\nEND:VCARD`
    const contactMessage = { displayName: name, vcard, ...this.#quote(options) }
    return this.raw({ contactMessage }, { ...options, type: 'media', mediaType: 'vcard' })
  }

  poll(question: string, choices: readonly string[], options: SendOptions = {}): Promise<SentMessage> {
    const pollCreationMessageV3 = {
      name: question,
      options: choices.map((optionName) => ({ optionName })),
      selectableOptionsCount: 1,
    }
    return this.raw({ pollCreationMessageV3 }, { ...options, type: 'poll' })
  }

  /** Votes in a poll that the other side started. */
  vote(poll: InboxMessage, choices: readonly string[], options: SendOptions = {}): Promise<SentMessage> {
    const form = poll.incoming.addressing
    const ballot = {
      pollId: poll.id,
      secret: poll.incoming.message.messageContextInfo?.messageSecret ?? new Uint8Array(),
      creatorJid: poll.from.jid(form),
      voterJid: this.#author.jid(form),
    }
    const pollUpdateMessage = {
      pollCreationMessageKey: this.#key({ id: poll.id, fromOther: true }),
      vote: sealVote(ballot, choices),
      senderTimestampMs: Date.now(),
    }
    return this.raw({ pollUpdateMessage }, { ...options, type: 'poll' })
  }

  /** Reacts to a message; an empty text removes the reaction. */
  react(target: MessageRef, text: string, options: SendOptions = {}): Promise<SentMessage> {
    const reactionMessage = { key: this.#key(target), text, senderTimestampMs: Date.now() }
    return this.raw({ reactionMessage }, { ...options, type: 'reaction' })
  }

  /** Changes the text of an own message. */
  edit(id: string, text: string, { isOpen, ...options }: EditOptions = {}): Promise<SentMessage> {
    const key = this.#key({ id })
    const protocolMessage = {
      key,
      type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage: { conversation: text },
      timestampMs: Date.now(),
    }
    const secret = this.#author.secretOf(id)
    if (!secret || (isOpen ?? this.#author.linkedDevices.length > 0))
      return this.raw({ editedMessage: { message: { protocolMessage } } }, { ...options, edit: '1' })
    const of = { messageId: id, secret, authorJid: this.#author.jid(this.#author.addressing) }
    return this.raw(sealEdit(of, key, { protocolMessage }), { ...options, edit: '1' })
  }

  /** Deletes an own message for everyone. */
  delete(id: string, options: SendOptions = {}): Promise<SentMessage> {
    const protocolMessage = { key: this.#key({ id }), type: proto.Message.ProtocolMessage.Type.REVOKE }
    return this.raw({ protocolMessage }, { ...options, edit: '7' })
  }

  /** Sends any content. */
  raw(message: proto.IMessage, options: SendOptions = {}): Promise<SentMessage> {
    // Every message of WhatsApp has a random secret, from which votes and edits derive their keys.
    const messageContextInfo = { messageSecret: randomBytes(32) }
    return this.#author.send(this.#other, { ...message, messageContextInfo }, options)
  }

  /** Shows the other side that the author is typing, recording, or stopped. */
  async state(state: 'composing' | 'recording' | 'paused'): Promise<void> {
    const inner = state === 'recording' ? el('composing', { media: 'audio' }) : el(state)
    await this.#show(el('chatstate', { from: this.#author.jid() }, [inner]))
  }

  /** Shows the other side that the author is online, or when they last were. */
  async presence(presence: 'available' | 'unavailable'): Promise<void> {
    const away = presence === 'unavailable' ? { type: presence, last: nowSeconds() } : {}
    await this.#show(el('presence', { from: this.#author.jid(), ...away }))
  }

  /**
   * Calls the other side. The returned function ends the call with a reason. `copies`: how often each stanza is sent.
   */
  async call(options: CallOptions = {}): Promise<(reason?: string) => Promise<void>> {
    const { copies = 1 } = options
    const caller = { 'call-id': newStanzaId().replace('srv-', 'CALL'), 'call-creator': this.#author.jid() }
    const signal = async (inner: Stanza) => {
      for (let copy = 0; copy < copies; copy++)
        await this.#show(
          el('call', { from: this.#author.jid(), id: newStanzaId(), t: nowSeconds(), notify: this.#author.name }, [
            inner,
          ]),
        )
    }
    const offer = { ...caller, caller_pn: this.#author.pnJid() }
    await signal(el('offer', offer, [el(options.video ? 'video' : 'audio')]))
    return (reason = 'timeout') => signal(el('terminate', { ...caller, reason }))
  }

  /** Sends a stanza to online devices only. */
  async #show(stanza: Stanza): Promise<void> {
    if (this.#other.kind !== 'account') return
    for (const device of this.#other.linkedDevices) await device.push(stanza)
  }

  #upload(kind: MediaKind, file: Uint8Array, usualType: string, options: MediaOptions) {
    const { blob, ...secrets } = encryptMedia(file, kind)
    return {
      ...this.#media.store(blob, kind),
      ...secrets,
      mimetype: options.mimetype ?? usualType,
      mediaKeyTimestamp: nowSeconds(),
      ...(options.caption !== undefined && { caption: options.caption }),
      ...options.details,
      ...this.#quote(options),
    }
  }

  #quote(options: TextOptions): { contextInfo?: proto.IContextInfo } {
    const contextInfo = this.#context(options)
    return contextInfo ? { contextInfo } : {}
  }

  #context({ quoted, isForwarded }: TextOptions): proto.IContextInfo | undefined {
    if (!quoted && !isForwarded) return undefined
    return {
      ...(quoted && {
        stanzaId: quoted.id,
        participant: this.#authorOf(quoted).jid(this.#author.addressing),
        quotedMessage: { conversation: '' },
      }),
      ...(isForwarded && { isForwarded, forwardingScore: 1 }),
    }
  }

  #authorOf({ fromOther }: MessageRef) {
    return fromOther && this.#other.kind === 'account' ? this.#other : this.#author
  }

  #key({ id, fromOther = false }: MessageRef): proto.IMessageKey {
    const { kind, jid } = this.#other
    return { id, fromMe: !fromOther, remoteJid: kind === 'account' ? this.#other.jid(this.#author.addressing) : jid }
  }
}
