import type { Endpoint } from '@guiche/contract'
import { z } from 'zod'
import { type Ids, idFor } from './everything.ts'

/** Fields that are named like ids and hold none of a company, with the reason. */
const withoutCompany: Record<string, string> = {
  choiceId:
    'names what a menu offers to tap, a queue of the simulated bot or an option of it, and chooses nothing else',
  clientId: 'a random id that the browser gives its own message',
  planIds: 'plans belong to the installation, and only the operator chooses them',
  planId: 'plans belong to the installation, and only the operator chooses one',
  facebookUserId: 'the account at Meta, which its own token proves',
  phoneNumberId: 'a number at Meta, which the token sent with it proves',
  accountId: 'an account at Meta, which the token sent with it proves',
  app: 'an app at Meta, which its secret proves',
  efiClientId: 'the name of the account at a payment provider',
}

/** Lists of ids, and the thing that they hold. */
const lists: Record<string, string> = {
  queueIds: 'queueId',
  users: 'userId',
  userIds: 'userId',
  whatsappIds: 'whatsappId',
  whatsapps: 'whatsappId',
  contactTag: 'tagId',
  selectedQueues: 'queueId',
  moreMessageIds: 'messageId',
  announcementIds: 'announcementId',
  mentions: 'userId',
}

/** Objects with an id, and the thing that it belongs to. */
const objects: Record<string, string> = { quotedMsg: 'messageId', message: 'messageId', vCard: 'contactId' }
/** Lists of such objects. */
const objectLists: Record<string, string> = {
  currentContacts: 'contactId',
  options: 'fileOptionId',
  chatbots: 'optionId',
}
/** Ids of a name of their own. */
const otherNames: Record<string, string> = {
  quotedMsgId: 'messageId',
  before: 'messageId',
  around: 'messageId',
  mergeId: 'contactId',
  fileId: 'fileListId',
  chatbotId: 'optionId',
  parentId: 'optionId',
  optQueueId: 'queueId',
  optUserId: 'userId',
  optFileId: 'fileListId',
  optIntegrationId: 'integrationId',
  templateId: 'messageTemplateId',
  objectId: 'ticketId',
  tagListId: 'tagId',
  answerTagId: 'tagId',
  belowId: 'ticketId',
  lane: 'laneId',
}

/** Ids of messages, in calls about internal chats. */
const ofChats = new Set(['messageId', 'replyToId', 'before', 'around'])

/** A template of a campaign. */
const isVariant = /^(template|confirmationTemplate)[1-5]$/

/** Fields that a body may not hold together with others: each is sent in a body of its own. */
export const sentAlone = ['vCard']

interface Field {
  name: string
  schema: z.ZodType
  endpoint: Endpoint
}

/** The field with ids of the other company; undefined for a field that takes none. */
export function foreignValue(ids: Ids, { name, schema, endpoint }: Field): unknown {
  const isInAddress = endpoint.method === 'GET'
  if (name === 'tags') return isInAddress ? `[${ids['tagId']}]` : [{ id: ids['tagId'] }]
  if (endpoint.path.startsWith('/chats') && name === 'users') return [{ id: ids['userId'] }]
  if (endpoint.path.startsWith('/chats') && ofChats.has(name)) return ids['internalMessageId']
  if ((name === 'template' && endpoint.path.startsWith('/schedules')) || isVariant.test(name))
    return { templateId: ids['messageTemplateId'], values: {} }
  if (name in lists) {
    const id = ids[lists[name] ?? '']
    return isInAddress ? `[${id}]` : [id]
  }
  if (name === 'extraInfo') return [{ id: ids['extraInfoId'], name: 'Campo', value: 'Valor' }]
  if (name === 'options' && endpoint.path.startsWith('/chatbot')) return [{ id: ids['optionId'] }]
  if (name === 'draft')
    return { chatbots: [{ id: ids['optionId'] }], fileListId: ids['fileListId'], integrationId: ids['integrationId'] }
  if (name === 'audience') return { kind: 'contacts', tagIds: [ids['tagId']], withoutTagIds: [ids['tagId']] }
  if (name in objectLists) return [{ id: ids[objectLists[name] ?? ''] }]
  if (name in objects && holdsIds(schema)) return { id: ids[objects[name] ?? ''] }
  return idFor(ids, otherNames[name] ?? name, endpoint)
}

/** Whether a field that `foreignValue` does not know takes ids, so that the attack would leave it out. */
export const isForgotten = (name: string, schema: z.ZodType): boolean =>
  !(name in withoutCompany) && (isIdName(name) || holdsIds(schema))

const isIdName = (name: string): boolean => /^ids?$|Ids?$|Id[A-Z]/.test(name)

/** Whether a field of this field, at any depth, is named like an id. */
function holdsIds(schema: z.ZodType): boolean {
  const names = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).matchAll(/"(\w+)":\{/g)
  return [...names].some(([, name = '']) => isIdName(name) && !(name in withoutCompany))
}
