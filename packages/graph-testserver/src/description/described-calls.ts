import type { Node } from '../directory.ts'
import type { Ask } from '../http/ask.ts'
import * as accounts from './accounts.ts'
import * as blocks from './blocks.ts'
import type { Described } from './forms.ts'
import * as media from './media.ts'
import * as messages from './messages.ts'
import * as numbers from './numbers.ts'
import * as profiles from './profiles.ts'
import * as templates from './templates.ts'

type DescribedCall = Described | ((ask: Ask) => Described)

/** The calls of this server that Meta's description has too, by the kind of thing, the method and what follows its id. */
export const describedCalls: { [Kind in Node['kind']]?: Record<string, DescribedCall> } = {
  business: { 'GET ': accounts.showBusiness, 'GET owned_whatsapp_business_accounts': accounts.owned },
  account: {
    'GET ': accounts.show,
    'GET phone_numbers': numbers.list,
    'POST subscribed_apps': accounts.subscribe,
    'GET subscribed_apps': accounts.subscribed,
    'DELETE subscribed_apps': accounts.unsubscribe,
    'GET message_templates': templates.list,
    'POST message_templates': templates.create,
    'DELETE message_templates': templates.remove,
  },
  template: { 'GET ': templates.show, 'POST ': templates.edit },
  number: {
    'GET ': numbers.show,
    'POST ': numbers.change,
    'POST messages': messages.post,
    'POST media': media.upload,
    'POST register': numbers.register,
    'POST deregister': numbers.deregister,
    'GET whatsapp_business_profile': profiles.show,
    'POST whatsapp_business_profile': profiles.change,
    'GET block_users': blocks.list,
    'POST block_users': blocks.block,
    'DELETE block_users': blocks.unblock,
  },
  media: { 'GET ': media.show, 'DELETE ': media.remove },
}
