import { z } from 'zod'
import type { GraphServer } from '../graph-server.ts'
import type { Person } from '../people/person.ts'
import type { Shop } from './open-shop.ts'

type Action = (body: unknown) => unknown

const channel = z.enum(['whatsapp', 'messenger', 'instagram']).default('whatsapp')
const Someone = z.object({ name: z.string(), number: z.string().optional(), username: z.string().optional() })
const Text = z.object({ name: z.string(), channel, text: z.string() })
const Choice = z.object({ name: z.string(), channel, id: z.string(), choice: z.string() })
const Name = z.object({ name: z.string(), channel })
const Span = z.object({
  days: z.number().optional(),
  hours: z.number().optional(),
  minutes: z.number().optional(),
  seconds: z.number().optional(),
})
const Review = z.object({
  template: z.string(),
  language: z.string().default('pt_BR'),
  verdict: z.enum(['approve', 'reject', 'pause', 'disable']),
})
const Subscription = z.object({
  object: z.enum(['whatsapp_business_account', 'page', 'instagram']),
  url: z.url(),
  verifyToken: z.string(),
  fields: z.array(z.string()),
})

/** What a shell or a browser test can do. By method and path. */
export function actionsOf(server: GraphServer, shop: Shop): Record<string, Action> {
  const people = new Map<string, Person>()
  const personOf = (name: string): Person => {
    const person = people.get(name)
    if (!person) throw new Error(`there is nobody called ${name}`)
    return person
  }
  const pageOf = (name: 'messenger' | 'instagram') => (name === 'messenger' ? shop.page : shop.instagram)

  return {
    'GET state': () => ({
      url: server.url,
      app: { id: shop.app.id, secret: shop.app.secret, configId: shop.app.configId },
      account: shop.account.id,
      number: { id: shop.number.id, display: shop.number.display, token: shop.token },
      page: shop.page.id,
      instagram: shop.instagram.id,
      people: [...people.values()].map(({ name, number, username }) => ({ name, number, username })),
      templates: shop.account.templates.map(({ name, language, status }) => ({ name, language, status })),
      waitingWebhooks: server.webhooks.waiting,
      problems: server.problems.map(({ text }) => text),
    }),
    'POST subscribe': async (body) => {
      const { object, url, verifyToken, fields } = Subscription.parse(body)
      await server.subscribe(shop.app, object, url, verifyToken, fields)
    },
    'POST person': (body) => {
      const { name, number, username } = Someone.parse(body)
      people.set(name, server.person(number, name, username === undefined ? {} : { username }))
    },
    'POST text': (body) => {
      const { name, channel: by, text } = Text.parse(body)
      return by === 'whatsapp' ? personOf(name).chat(shop.number).text(text) : personOf(name).at(pageOf(by)).text(text)
    },
    'POST choose': (body) => {
      const { name, channel: by, id, choice } = Choice.parse(body)
      return by === 'whatsapp'
        ? personOf(name).chat(shop.number).choose(id, choice)
        : personOf(name).at(pageOf(by)).choose(id, choice)
    },
    'POST read': (body) => {
      const { name, channel: by } = Name.parse(body)
      return by === 'whatsapp' ? personOf(name).chat(shop.number).read() : personOf(name).at(pageOf(by)).read()
    },
    'POST inbox': (body) =>
      personOf(Name.parse(body).name).inbox.messages.map(({ id, from, type, text, at, file }) => ({
        id,
        from,
        type,
        text,
        at,
        bytes: file?.bytes.length,
      })),
    'POST review': async (body) => {
      const { template, language, verdict } = Review.parse(body)
      const found = shop.account.template(template, language)
      if (verdict === 'reject') await found.reject('INVALID_FORMAT')
      else await found[verdict]()
    },
    'POST turn': (body) => {
      const given = Object.entries(Span.parse(body)).filter(([, value]) => value !== undefined)
      return server.clock.turn(Object.fromEntries(given))
    },
  }
}
