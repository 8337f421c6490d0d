import { z } from 'zod'
import type { Shop } from '../control/open-shop.ts'
import type { GraphServer } from '../graph-server.ts'
import type { Template } from '../templates/template.ts'
import type { phoneOfShop } from './phone-of-shop.ts'
import type { Phone } from './phones.ts'
import type { Samples } from './talks.ts'
import { troublesOf } from './troubles.ts'

/** What the page has beside Meta. */
export interface Surroundings {
  /** Where the product is. */
  productUrl: string
  /** Lets so many hours pass for the product too. */
  letPass: (hours: number) => Promise<void>
  samples: Samples
}

interface Parts extends Surroundings {
  server: GraphServer
  shop: Shop
  phones: ReadonlyMap<string, Phone>
  /** Of the number that is on a phone too. */
  phone: ReturnType<typeof phoneOfShop>
}

const Text = z.object({ text: z.string().trim().min(1), replyTo: z.string().optional() })
const File = z.object({ base64: z.string(), mimetype: z.string(), fileName: z.string() })
const Sample = z.object({ sample: z.enum(['picture', 'voice']) })
const Kind = z.object({ kind: z.string() })
const OfMessage = z.object({ id: z.string() })
const Choice = OfMessage.extend({ choice: z.string() })
const Reaction = OfMessage.extend({ emoji: z.string() })
const Edit = OfMessage.extend({ text: z.string().trim().min(1) })
const Place = z.object({ place: z.string() })
const Answer = Place.extend({ text: z.string().trim().min(1) })
const Switch = z.object({ isOn: z.boolean() })
const reasons = ['INVALID_FORMAT', 'ABUSIVE_CONTENT', 'INCORRECT_CATEGORY', 'PROMOTIONAL', 'SCAM'] as const
const Review = z.object({
  id: z.string(),
  verdict: z.enum(['approve', 'reject', 'pause']),
  reason: z.enum(reasons).default('INVALID_FORMAT'),
})
const Span = z.object({ hours: z.number().positive() })

/** What the page that plays Meta and the customers can do, by method and path. */
export function actionsOf({ server, shop, phones, phone, productUrl, letPass, samples }: Parts) {
  const { account, number, app, owner } = shop
  const troubles = troublesOf(server, shop)
  const phoneOf = (name: string | undefined): Phone => {
    const found = phones.get(name ?? '')
    if (!found) throw new Error(`nobody here is called ${name}`)
    return found
  }

  return {
    'GET /state': async () => {
      // The clock goes by itself, and webhooks that were not answered are sent again when somebody looks.
      await server.clock.turn({})
      return {
        productUrl,
        number: {
          display: `+${number.display}`,
          id: number.id,
          accountId: account.id,
          isConnected: account.subscribedApps.has(app),
        },
        phone: phone.view(),
        troubles: troubles.view(),
        owner: owner.name,
        templates: account.templates.map(viewOf),
        phones: [...phones.values()].map((one) => one.view()),
        problems: server.problems.map(({ text }) => text),
      }
    },
    'POST /write': (body: unknown, name?: string) => {
      const { text, replyTo } = Text.parse(body)
      return phoneOf(name).write(text, replyTo)
    },
    'POST /sample': (body: unknown, name?: string) => phoneOf(name).send(samples[Sample.parse(body).sample]),
    'POST /send': (body: unknown, name?: string) => {
      const { base64, mimetype, fileName } = File.parse(body)
      return phoneOf(name).send({ bytes: Buffer.from(base64, 'base64'), mimeType: mimetype, name: fileName })
    },
    'POST /kind': (body: unknown, name?: string) => phoneOf(name).sendKind(Kind.parse(body).kind),
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
    'POST /listen': (body: unknown, name?: string) => phoneOf(name).listen(OfMessage.parse(body).id),
    'POST /answer': (body: unknown, name?: string) => {
      const { place, text } = Answer.parse(body)
      return phoneOf(name).writeOutside(place, text)
    },
    'POST /answer-picture': (body: unknown, name?: string) =>
      phoneOf(name).sendOutside(Place.parse(body).place, samples.picture),
    'POST /answer-edit': (body: unknown, name?: string) => {
      const { id, text } = Edit.parse(body)
      return phoneOf(name).editOutside(id, text)
    },
    'POST /answer-revoke': (body: unknown, name?: string) => phoneOf(name).revokeOutside(OfMessage.parse(body).id),
    'POST /turn': (body: unknown, name?: string) => phoneOf(name).turn(Switch.parse(body).isOn),
    'POST /fail': (body: unknown, name?: string) => phoneOf(name).fail(Switch.parse(body).isOn),
    'POST /review': async (body: unknown) => {
      const { id, verdict, reason } = Review.parse(body)
      const template = account.templates.find((one) => one.id === id)
      if (!template) throw new Error('this template was deleted')
      await (verdict === 'reject' ? template.reject(reason) : template[verdict]())
    },
    ...troubles.actions,
    ...phone.actions,
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
