import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'

interface Ballot {
  pollId: string
  /** The secret that the poll's creator put into it. */
  secret: Uint8Array
  creatorJid: string
  voterJid: string
}

/** A vote, encrypted for those who know the poll; an option is named by its hash. */
export function sealVote(ballot: Ballot, options: readonly string[]): proto.Message.IPollEncValue {
  const { pollId, voterJid } = ballot
  const vote = proto.Message.PollVoteMessage.encode({
    selectedOptions: options.map((option) => createHash('sha256').update(option).digest()),
  }).finish()
  const encIv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', voteKey(ballot), encIv)
  cipher.setAAD(Buffer.from(`${pollId}\0${voterJid}`))
  return { encPayload: Buffer.concat([cipher.update(vote), cipher.final(), cipher.getAuthTag()]), encIv }
}

function voteKey({ pollId, secret, creatorJid, voterJid }: Ballot): Buffer {
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(secret).digest()
  const info = Buffer.concat([Buffer.from(`${pollId}${creatorJid}${voterJid}Poll Vote`), Buffer.from([1])])
  return createHmac('sha256', extracted).update(info).digest()
}
