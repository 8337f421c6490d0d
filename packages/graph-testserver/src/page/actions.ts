import { z } from 'zod'
import type { GraphServer } from '../graph-server.ts'
import type { Shop } from '../control/open-shop.ts'
import type { Template } from '../templates/template.ts'
import type { Phone } from './phones.ts'
import type { SentFile } from './talks.ts'

/** What the page has beside Meta. */
export interface Surroundings {
  /** Where the product is. */
  productUrl: string
  /** Lets so many hours pass for the product too. */
  letPass: (hours: number) => Promise<void>
  /** What a customer sends without choosing a file. */
  samples: Readonly<Record<'picture' | 'voice', SentFile>>
}

interface Parts extends Surroundings {
  server: GraphServer
  shop: Shop
  phones: ReadonlyMap<string, Phone>
}

const Text = z.object({ text: z.string().trim().min(1) })
const File = z.object({ base64: z.string(), mimetype: z.string(), fileName: z.string() })
const Sample = z.object({ sample: z.enum(['picture', 'voice']) })
const OfMessage = z.object({ id: z.string() })
const Choice = OfMessage.extend({ choice: z.string() })
const Reaction = OfMessage.extend({ emoji: z.string() })
const Edit = OfMessage.extend({ text: z.string().trim().min(1) })
const Switch = z.object({ isOn: z.boolean() })
const reasons = ['INVALID_FORMAT', 'ABUSIVE_CONTENT', 'INCORRECT_CATEGORY', 'PROMOTIONAL', 'SCAM'] as const
const Review = z.object({
  id: z.string(),
  verdict: z.enum(['approve', 'reject', 'pause']),
  reason: z.enum(reasons).default('INVALID_FORMAT'),
})
const Quality = z.object({ quality: z.enum(['GREEN', 'YELLOW', 'RED']) })
const Ban = z.object({ isBanned: z.boolean() })
const Span = z.object({ hours: z.number().positive() })

/** What the page that plays Meta and the customers can do, by method and path. */
export function actionsOf({ server, shop, phones, productUrl, letPass, samples }: Parts) {
  let { token } = shop
  const { account, number, business, app, owner } = shop
  const phoneOf = (name: string | undefined): Phone => {
    const phone = phones.get(name ?? '')
    if (!phone) throw new Error(`nobody here is called ${name}`)
    return phone
  }

  return {
    'GET /state': () => ({
      productUrl,
      number: {
        display: `+${number.display}`,
        id: number.id,
        accountId: account.id,
        token,
        quality: number.quality,
        isBanned: account.refusedWith !== undefined,
        isConnected: account.subscribedApps.has(app),
      },
      owner: owner.name,
      templates: account.templates.map(viewOf),
      phones: [...phones.values()].map((phone) => phone.view()),
      problems: server.problems.map(({ text }) => text),
    }),
    'POST /write': (body: unknown, name?: string) => phoneOf(name).write(Text.parse(body).text),
    'POST /sample': (body: unknown, name?: string) => phoneOf(name).send(samples[Sample.parse(body).sample]),
    'POST /send': (body: unknown, name?: string) => {
      const { base64, mimetype, fileName } = File.parse(body)
      return phoneOf(name).send({ bytes: Buffer.from(base64, 'base64'), mimeType: mimetype, name: fileName })
    },
    'POST /place': (_body: unknown, name?: string) => phoneOf(name).sendPlace(),
    'POST /card': (_body: unknown, name?: string) => phoneOf(name).sendCard(),
    'POST /edit': (body: unknown, name?: string) => {
      const { id, text } = Edit.parse(body)
      return phoneOf(name).edit(id, text)
    },
    'POST /revoke': (body: unknown, name?: string) => phoneOf(name).revoke(OfMessage.parse(body).id),
    'POST /choose': (body: unknown, name?: string) => {
      const { id, choice } = Choice.parse(body)
      return phoneOf(name).choose(id, choice)
    },
    'POST /react': (body: unknown, name?: string) => {
      const { id, emoji } = Reaction.parse(body)
      return phoneOf(name).react(id, emoji)
    },
    'POST /read': (_body: unknown, name?: string) => phoneOf(name).read(),
    'POST /turn': (body: unknown, name?: string) => phoneOf(name).turn(Switch.parse(body).isOn),
    'POST /fail': (body: unknown, name?: string) => phoneOf(name).fail(Switch.parse(body).isOn),
    'POST /review': async (body: unknown) => {
      const { id, verdict, reason } = Review.parse(body)
      const template = account.templates.find((one) => one.id === id)
      if (!template) throw new Error('this template was deleted')
      await (verdict === 'reject' ? template.reject(reason) : template[verdict]())
    },
    'POST /quality': (body: unknown) => number.rate(Quality.parse(body).quality),
    'POST /ban': (body: unknown) => (Ban.parse(body).isBanned ? account.ban() : account.reinstate()),
    /** The token on the page ends, and a new one takes its place. */
    'POST /token': () => {
      server.expire(token)
      token = business.token(app)
    },
    'POST /password': () => server.changePassword(owner),
    'POST /pass': async (body: unknown) => {
      const { hours } = Span.parse(body)
      await letPass(hours)
      server.letPass({ hours })
    },
  }
}

function viewOf(template: Template) {
  const { id, name, language, status, category, rejectedReason } = template
  return { id, name, language, status, category, reason: rejectedReason, text: template.component('BODY')?.text ?? '' }
}
