import { z } from 'zod'
import type { Shop } from '../control/open-shop.ts'
import type { GraphServer } from '../graph-server.ts'

const Quality = z.object({ quality: z.enum(['GREEN', 'YELLOW', 'RED']) })
const Tier = z.object({ tier: z.enum(['TIER_250', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED']) })
const Name = z.object({ isRefused: z.boolean() })
const Switch = z.object({ isOn: z.boolean() })
const Next = z.object({ of: z.enum(['number', 'pages']), what: z.string() })

interface Refusal {
  label: string
  code: number
  subcode?: number
}

/** What the next send can be refused with, by a name of its own. */
const refusals: Record<'number' | 'pages', Record<string, Refusal>> = {
  number: {
    busy: { label: '131000: algo deu errado, e passa', code: 131000 },
    many: { label: '130429: mensagens demais de uma vez', code: 130429 },
    pair: { label: '131056: mensagens demais para a mesma pessoa', code: 131056 },
    country: { label: '130497: país não permitido', code: 130497 },
    name: { label: '131037: falta aprovar o nome', code: 131037 },
    payment: { label: '131042: falta forma de pagamento', code: 131042 },
    kind: { label: '131051: tipo de mensagem não aceito', code: 131051 },
    flawed: { label: '131009: valor inválido', code: 131009 },
    registration: { label: '133010: número sem registro', code: 133010 },
  },
  pages: {
    busy: { label: '1200: falha que passa', code: 1200 },
    many: { label: '613: mensagens demais de uma vez', code: 613 },
    window: { label: '10: fora das 24 horas', code: 10, subcode: 2018278 },
    nobody: { label: '100: pessoa não encontrada', code: 100, subcode: 2018001 },
    away: { label: '551: pessoa indisponível', code: 551, subcode: 1545041 },
    restricted: { label: '368: página restrita', code: 368 },
  },
}

/** The request is carried out, and nobody hears of it. */
const lost = 'lost'

/** What a shop runs into: its number, its account, its page, and the way to Meta. */
export function troublesOf(server: GraphServer, shop: Shop) {
  let { token } = shop
  let isDown = false
  const { account, number, business, page, app, owner } = shop
  const renew = () => void (token = business.token(app))
  const nextSends = { number: number.nextSends, pages: page.nextSends }
  const labelsOf = (of: 'number' | 'pages') => [
    ...Object.entries(refusals[of]).map(([what, { label }]) => ({ what, label })),
    { what: lost, label: 'a resposta se perde no caminho' },
  ]

  return {
    view: () => ({
      token,
      quality: number.quality,
      tier: business.tier,
      isNameRefused: number.nameStatus === 'DECLINED',
      isBanned: account.refusedWith === 131031,
      isRestricted: account.refusedWith === 368,
      cannotPay: !account.canPay,
      isDown,
      refusals: { number: labelsOf('number'), pages: labelsOf('pages') },
    }),
    actions: {
      'POST /quality': (body: unknown) => number.rate(Quality.parse(body).quality),
      'POST /tier': (body: unknown) => number.changeTier(Tier.parse(body).tier),
      'POST /name': (body: unknown) =>
        Name.parse(body).isRefused
          ? number.decideName('REJECTED', 'NAME_NOT_CONSISTENT_WITH_BUSINESS')
          : number.decideName('APPROVED'),
      'POST /ban': (body: unknown) => (Switch.parse(body).isOn ? account.ban() : account.reinstate()),
      /** It opens by itself. */
      'POST /restrict': () => account.restrict(new Date(server.clock.now().getTime() + 60_000)),
      'POST /warn': () => account.warn('SPAM'),
      'POST /unpaid': (body: unknown) => void (account.canPay = !Switch.parse(body).isOn),
      /** The token on the page ends, and a new one takes its place. */
      'POST /token': () => {
        server.expire(token)
        renew()
      },
      'POST /narrow': () => {
        server.narrow(token, ['whatsapp_business_management'])
        renew()
      },
      'POST /uninstall': async () => {
        await account.uninstall(app)
        renew()
      },
      'POST /password': () => server.changePassword(owner),
      'POST /unallow': () => {
        for (const permission of ['pages_messaging', 'instagram_manage_messages'])
          server.removeApp(owner, app, permission)
      },
      'POST /remove': () => server.removeApp(owner, app),
      'POST /next': (body: unknown) => {
        const { of, what } = Next.parse(body)
        const refusal = what === lost ? lost : refusals[of][what]
        if (!refusal) throw new Error(`there is no refusal ${what} of ${of}`)
        nextSends[of].push(refusal)
      },
      'POST /down': async (body: unknown) => {
        isDown = Switch.parse(body).isOn
        await (isDown ? server.goDown() : server.comeUp())
      },
    },
  }
}
