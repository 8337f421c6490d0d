import * as apps from './access/app-calls.ts'
import * as members from './access/member-calls.ts'
import * as accounts from './business/account-calls.ts'
import * as blocks from './business/block-calls.ts'
import * as numbers from './business/number-calls.ts'
import * as profiles from './business/profile-calls.ts'
import type { Node } from './directory.ts'
import type { Ask, Reply } from './http/ask.ts'
import * as media from './media/media-calls.ts'
import * as uploads from './media/upload-calls.ts'
import * as pages from './pages/page-calls.ts'
import * as sending from './pages/send-calls.ts'
import * as templates from './templates/template-calls.ts'
import * as messages from './whatsapp/message-calls.ts'
import type { World } from './world.ts'

type Call<Kind extends Node['kind']> = (
  ask: Ask,
  node: Extract<Node, { kind: Kind }>,
  world: World,
) => Reply | Promise<Reply>

/** The calls of each kind of thing, by method and what follows its id. */
const routes: { [Kind in Node['kind']]: Record<string, Call<Kind>> } = {
  app: {
    'POST subscriptions': apps.subscribe,
    'GET subscriptions': apps.list,
    'DELETE subscriptions': apps.unsubscribe,
    'POST uploads': uploads.begin,
  },
  upload: { 'POST ': uploads.proceed, 'GET ': uploads.progress },
  business: { 'GET ': accounts.showBusiness, 'GET owned_whatsapp_business_accounts': accounts.ownedAccounts },
  account: {
    'GET ': accounts.show,
    'GET phone_numbers': accounts.numbers,
    'POST subscribed_apps': accounts.subscribe,
    'GET subscribed_apps': accounts.subscribed,
    'DELETE subscribed_apps': accounts.unsubscribe,
    'GET message_templates': templates.list,
    'POST message_templates': templates.create,
    'DELETE message_templates': templates.remove,
  },
  template: { 'GET ': templates.show, 'POST ': templates.edit, 'POST unpause': templates.unpause },
  number: {
    'GET ': numbers.show,
    'POST ': numbers.change,
    'POST messages': messages.post,
    'POST media': media.upload,
    'POST register': numbers.register,
    'POST deregister': numbers.deregister,
    'POST smb_app_data': numbers.sync,
    'GET whatsapp_business_profile': profiles.show,
    'POST whatsapp_business_profile': profiles.change,
    'GET block_users': blocks.list,
    'POST block_users': blocks.block,
    'DELETE block_users': blocks.unblock,
  },
  media: { 'GET ': media.show, 'DELETE ': media.remove },
  member: { 'GET ': members.show, 'GET accounts': members.pages, 'DELETE permissions': members.revoke },
  page: {
    'GET ': pages.show,
    'POST subscribed_apps': pages.subscribe,
    'GET subscribed_apps': pages.subscribed,
    'DELETE subscribed_apps': pages.unsubscribe,
    'POST messages': sending.send,
  },
  instagram: { 'GET ': pages.showInstagram },
  friend: { 'GET ': pages.profile },
}

/** Whatever answers a call about a thing; undefined if there is no such call. */
export function callOn(node: Node, name: string, ask: Ask, world: World): Reply | Promise<Reply> | undefined {
  return answer(node.kind, node, name, ask, world)
}

function answer<Kind extends Node['kind']>(
  kind: Kind,
  node: Extract<Node, { kind: Kind }>,
  name: string,
  ask: Ask,
  world: World,
) {
  return routes[kind][name]?.(ask, node, world)
}
