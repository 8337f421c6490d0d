import type { App } from '../access/app.ts'
import type { PageChat } from '../pages/page-chat.ts'
import type { InstagramAccount } from '../pages/instagram-account.ts'
import type { Page } from '../pages/page.ts'
import type { Person } from '../people/person.ts'
import { kindsForPage } from './kinds-for-page.ts'
import type { Outside, Samples, SentFile, Talk } from './talks.ts'

export function talkWithPage(
  person: Person,
  page: Page | InstagramAccount,
  { app, samples }: { app: App; samples: Samples },
): Talk {
  const { world } = page
  const chat = person.at(page)
  const isInstagram = page.kind === 'instagram'
  const cannot = (what: string) => Promise.reject(new Error(`there is no ${what} on ${page.kind}`))
  const laid = (file: SentFile) => `${world.baseUrl()}${world.directory.layDown(file)}`
  return {
    place: isInstagram ? 'instagram' : 'messenger',
    with: '',
    deeds: isInstagram ? ['edit', 'revoke'] : ['edit'],
    kinds: kindsForPage(chat, { isInstagram, laid, samples }),
    outside: inInboxes(chat, isInstagram),
    isHeard: () => (page.kind === 'instagram' ? page.page : page).subscribedApps.has(app),
    text: async (text, replyTo) => (await (replyTo === undefined ? chat.text(text) : chat.reply(replyTo, text))).mid,
    file: async (file) => (await chat.attachment(attachmentOf(file.mimeType), laid(file))).mid,
    somewhere: () => cannot('place'),
    card: () => cannot('card'),
    edit: (id, text) => chat.edit(id, text),
    revoke: (id) => chat.unsend(id),
    choose: async (id, choice) => (await chat.choose(id, choice)).mid,
    react: (id, emoji) =>
      emoji === undefined ? chat.react(id, 'other', undefined, { isTaken: true }) : chat.react(id, 'other', emoji),
    read: () => chat.read(),
    listen: () => cannot('mark of what was heard'),
    fail: (isFailing) => void (chat.friend.failsWith = isFailing ? 551 : undefined),
    isFailing: () => chat.friend.failsWith !== undefined,
    choicesOf: (id) => page.messages.get(id)?.choices.map(({ title }) => title) ?? [],
    writtenAt: (id) => page.messages.get(id)?.at,
    isReadByShop: () => chat.friend.actions.some(({ action }) => action === 'mark_seen'),
  }
}

const attachmentOf = (mimeType: string) => /^(image|video|audio)\//.exec(mimeType)?.[1] ?? 'file'

/** Another program than the product and Meta's own inboxes. */
const otherAppId = 4_020_770_011

function inInboxes(chat: PageChat, isInstagram: boolean): Outside {
  const options = (place: string) => (place === 'app' ? { appId: otherAppId } : {})
  return {
    places: {
      inbox: isInstagram ? 'No aplicativo do Instagram' : 'Na caixa de entrada da página',
      app: 'Em outro programa',
    },
    write: async (place, text) => (await chat.answerFromInbox(text, options(place))).mid,
    send: async (place, file) => (await chat.sendFromInbox('image', file, options(place))).mid,
    edit: (id, text) => chat.editInInbox(id, text),
    ...(isInstagram && { revoke: (id: string) => chat.unsendInInbox(id) }),
  }
}
