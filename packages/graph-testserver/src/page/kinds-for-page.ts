import type { PageChat } from '../pages/page-chat.ts'
import type { Kind, Samples, SentFile } from './talks.ts'

interface At {
  isInstagram: boolean
  /** Where a file lies. */
  laid: (file: SentFile) => string
  samples: Samples
}

/** What a customer of a page or an Instagram account sends now and then. */
export function kindsForPage(chat: PageChat, at: At): Record<string, Kind> {
  const { laid, samples } = at
  const said = (label: string, text: string, send: (text: string) => Promise<{ mid: string }>): Kind => ({
    label,
    send: async () => ({ id: (await send(text)).mid, text }),
  })
  return {
    video: {
      label: 'Vídeo',
      send: async () => ({
        id: (await chat.attachment('video', laid(samples.video))).mid,
        text: '',
        file: samples.video,
      }),
    },
    paper: {
      label: 'Documento',
      send: async () => ({
        id: (await chat.attachment('file', laid(samples.paper))).mid,
        text: '',
        file: samples.paper,
      }),
    },
    ...(at.isInstagram ? ofInstagram(chat, at) : ofMessenger(chat, at)),
    ad: {
      label: 'Mensagem de um anúncio',
      send: async () => {
        await chat.refer({
          source: 'ADS',
          type: 'OPEN_THREAD',
          ad_id: '120210',
          ads_context_data: { ad_title: 'Sofá Lua' },
        })
        return { id: (await chat.text('Vi o anúncio do sofá')).mid, text: 'Vi o anúncio do sofá' }
      },
    },
    unsupported: said('Mensagem que a API não mostra', '❔ Algo que a API não mostra', () => chat.unsupported()),
    standby: said('Mensagem enquanto outro programa atende', 'Falo com o outro atendimento', (text) =>
      chat.standby(text),
    ),
  }
}

const ofMessenger = (chat: PageChat, { laid, samples }: At): Record<string, Kind> => ({
  thumb: {
    label: 'Curtida',
    send: async () => ({
      id: (await chat.attachment('image', laid(samples.sticker), { stickerId: 369_239_263_222_822 })).mid,
      text: '',
      file: samples.sticker,
    }),
  },
  place: {
    label: 'Local',
    send: async () => {
      const place = {
        type: 'location',
        title: 'Praça da Sé',
        payload: { coordinates: { lat: -23.5505, long: -46.6333 } },
      }
      return { id: (await chat.attachments([place])).mid, text: '📍 Praça da Sé' }
    },
  },
  link: {
    label: 'Link',
    send: async () => {
      const link = { type: 'fallback', title: 'Sofás em promoção', url: 'https://exemplo.com.br/sofas' }
      return { id: (await chat.attachments([link])).mid, text: '🔗 Sofás em promoção' }
    },
  },
  start: {
    label: 'Botão Começar',
    send: async () => ({ id: (await chat.postback('Começar', 'COMECAR')).mid, text: 'Começar' }),
  },
})

const ofInstagram = (chat: PageChat, { laid, samples }: At): Record<string, Kind> => ({
  story: {
    label: 'Resposta a um story',
    send: async () => {
      const story = { id: 'story-1', url: laid(samples.picture) }
      return { id: (await chat.replyToStory(story, 'Que lindo!')).mid, text: 'Que lindo!' }
    },
  },
  mention: {
    label: 'Menção em um story',
    send: async () => ({
      id: (await chat.attachment('story_mention', laid(samples.picture))).mid,
      text: '',
      file: samples.picture,
    }),
  },
  post: {
    label: 'Publicação',
    send: async () => {
      const url = 'https://www.instagram.com/p/casaaurora'
      return { id: (await chat.attachment('ig_post', url, { title: 'A nova coleção' })).mid, text: '🔗 A nova coleção' }
    },
  },
  once: {
    label: 'Foto que some',
    send: async () => ({ id: (await chat.attachments([{ type: 'ephemeral' }])).mid, text: '📷 Foto que some' }),
  },
})
