import type { PhoneNumber } from '../business/phone-number.ts'
import type { Person } from '../people/person.ts'
import type { Done, Kind, Samples } from './talks.ts'

const referral = {
  source_url: 'https://fb.me/sofa-lua',
  source_id: '120210000000000000',
  source_type: 'ad',
  headline: 'Sofá Lua com 20% de desconto',
  body: 'Só até domingo',
  media_type: 'image',
} as const
const items = [{ product_retailer_id: 'sofa-lua', quantity: 1, item_price: 1990, currency: 'BRL' }]

/** What a customer of a number sends now and then, or does without writing. */
export function kindsForNumber(person: Person, number: PhoneNumber, samples: Samples): Record<string, Kind> {
  const chat = person.chat(number)
  const lastOfShop = (): string => {
    const last = person.inbox.messages.findLast(({ from }) => from === number.id)
    if (!last) throw new Error('A loja ainda não escreveu a este cliente.')
    return last.id
  }
  const say = async (text: string, written: Promise<{ id: string }>): Promise<Done> => ({ ...(await written), text })
  const { video, sticker, paper } = samples

  return {
    video: {
      label: 'Vídeo',
      send: async () => ({
        ...(await chat.video(video.bytes, { mimeType: video.mimeType, caption: 'A sala' })),
        text: 'A sala',
        file: video,
      }),
    },
    sticker: {
      label: 'Figurinha',
      send: async () => ({ ...(await chat.sticker(sticker.bytes)), text: '', file: sticker }),
    },
    paper: {
      label: 'Documento',
      send: async () => ({
        ...(await chat.document(paper.bytes, { mimeType: paper.mimeType, fileName: paper.name })),
        text: '',
        file: paper,
      }),
    },
    forwarded: {
      label: 'Mensagem encaminhada',
      send: () => say('Olha esta promoção', chat.text('Olha esta promoção', { forwarded: 'once' })),
    },
    ad: {
      label: 'Mensagem de um anúncio',
      send: () => say('Vi o anúncio do sofá', chat.text('Vi o anúncio do sofá', { referral })),
    },
    product: {
      label: 'Pergunta sobre um produto',
      send: () =>
        say(
          'Tem este em azul?',
          chat.text('Tem este em azul?', {
            beside: { context: { referred_product: { catalog_id: '1948', product_retailer_id: 'sofa-lua' } } },
          }),
        ),
    },
    order: {
      label: 'Pedido do catálogo',
      send: () => say('🛒 1 Sofá Lua', chat.order(items, { text: 'Entregam hoje?' })),
    },
    form: {
      label: 'Resposta de um formulário',
      send: () => say('📋 Formulário', chat.answerFlow(lastOfShop(), { nome: person.name, horario: '10h' })),
    },
    poll: { label: 'Enquete, que a API não mostra', send: () => say('📊 Enquete', chat.unsupported('poll')) },
    tooLarge: { label: 'Vídeo grande demais', send: () => say('🎞️ Vídeo de 200 MB', chat.tooLarge()) },
    call: {
      label: 'Ligação que ninguém atende',
      send: async () => {
        await (await chat.call()).end()
        return { text: '📞 ligou' }
      },
    },
    ...(person.hidesNumber && {
      showNumber: {
        label: 'O próprio número',
        send: () => say('👤 o próprio número', chat.shareContact(lastOfShop())),
      },
    }),
    ...(person.number !== undefined &&
      !person.hidesNumber && {
        newNumber: {
          label: 'Troca de número',
          send: async () => {
            const next = String(Number(person.number) + 1)
            return say(`📱 trocou para +${next}`, chat.changeNumber(next))
          },
        },
      }),
    stop: {
      label: 'Não quer mais promoções',
      send: async () => {
        await chat.changeMarketing('stop')
        return { text: '🔕 sem promoções' }
      },
    },
    resume: {
      label: 'Quer promoções de novo',
      send: async () => {
        await chat.changeMarketing('resume')
        return { text: '🔔 com promoções' }
      },
    },
  }
}
