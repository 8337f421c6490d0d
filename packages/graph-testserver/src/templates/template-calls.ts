import { authorise } from '../access/authorise.ts'
import type { Account } from '../business/account.ts'
import { type Ask, type Reply, success, textOf } from '../http/ask.ts'
import { shown } from '../http/fields.ts'
import { paged } from '../http/paging.ts'
import { obeying100 } from '../refusals/obey.ts'
import { refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import { flawOf } from './check-template.ts'
import { Template } from './template.ts'
import { NewTemplate, TemplateChange } from './template-rules.ts'

const usualFields = ['name', 'parameter_format', 'components', 'language', 'status', 'category', 'id']

/** `GET /{account}/message_templates` */
export function list(ask: Ask, account: Account, world: World): Reply {
  mayManage(ask, account, world)
  const fits = (template: Template) =>
    (['status', 'category', 'language', 'name'] as const).every((field) => {
      const wanted = textOf(ask, field)
      return wanted === undefined || (field === 'name' ? template.name.includes(wanted) : template[field] === wanted)
    })
  const show = ({ view }: Template) => shown(ask, view, usualFields, 'WhatsAppMessageTemplate')
  return { status: 200, body: paged(ask, world.baseUrl(), account.templates.filter(fits), show) }
}

/** `GET /{template}` */
export function show(ask: Ask, template: Template, world: World): Reply {
  mayManage(ask, template.account, world)
  return { status: 200, body: shown(ask, template.view, usualFields, 'WhatsAppMessageTemplate') }
}

/** `POST /{account}/message_templates` */
export async function create(ask: Ask, account: Account, world: World): Promise<Reply> {
  mayManage(ask, account, world)
  const now = world.clock.now()
  if (!world.buckets.take(`templates ${account.id}`, world.limits.newTemplates, now))
    throw refuse(80007, { details: 'Too many templates were created within an hour.' })
  const { parameter_format: format, ...wanted } = obeying100(NewTemplate, ask.params)
  checkName(account, wanted, now)
  const most = account.business.isVerified ? world.limits.templatesOfVerified : world.limits.templates
  if (account.templates.length >= most) throw flaw(world, 2388019, `The account has ${most} templates already.`)
  checkForm(world, wanted.components, format)
  const template = world.directory.add(new Template(account, { ...wanted, format }))
  account.templates.push(template)
  const body = { id: template.id, status: template.status, category: template.category }
  if (!account.approvesAtOnce) return { status: 200, body }
  template.status = 'APPROVED'
  return {
    status: 200,
    body: { ...body, status: 'APPROVED' },
    after: () => void world.webhooks.track(template.approve()),
  }
}

/** `POST /{template}`: only what is approved, rejected or paused can be changed, and what is approved not often. */
export function edit(ask: Ask, template: Template, world: World): Reply {
  mayManage(ask, template.account, world)
  const { components, category } = obeying100(TemplateChange, ask.params)
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status))
    throw refuse(100, { message: `A template that is ${template.status} cannot be edited` })
  const isApproved = template.status === 'APPROVED'
  if (isApproved && category !== undefined && category !== template.category)
    throw refuse(100, { message: 'The category of an approved template cannot be changed' })
  const { limits, buckets, clock } = world
  const key = `edits ${template.id}`
  if (
    isApproved &&
    !(
      buckets.take(`${key} a day`, limits.templateEditsADay, clock.now()) &&
      buckets.take(key, limits.templateEdits, clock.now())
    )
  )
    throw refuse(100, { message: 'An approved template can be edited once a day and 10 times in 30 days' })
  if (components) {
    checkForm(world, components, template.format)
    template.components = components
  }
  template.category = category ?? template.category
  template.status = 'PENDING'
  return success
}

/** `DELETE /{account}/message_templates`: all languages of a name, or one of them by its id too. */
export function remove(ask: Ask, account: Account, world: World): Reply {
  mayManage(ask, account, world)
  const [name, id] = [textOf(ask, 'name'), textOf(ask, 'hsm_id')]
  if (name === undefined) throw refuse(100, { message: 'The parameter name is required.' })
  const gone = account.templates.filter((one) => one.name === name && (id === undefined || one.id === id))
  if (gone.length === 0) throw refuse(100, { message: `There is no template with the name ${name}`, subcode: 2593002 })
  for (const one of gone) {
    account.templates.splice(account.templates.indexOf(one), 1)
    world.directory.remove(one.id)
  }
  const end = new Date(world.clock.now().getTime() + world.settings.templateNameDays * 86_400_000)
  if (!account.templates.some((one) => one.name === name)) account.lockedNames.set(name, end)
  return success
}

/** `POST /{template}/unpause` */
export function unpause(ask: Ask, template: Template, world: World): Reply {
  mayManage(ask, template.account, world)
  if (template.status !== 'PAUSED') throw refuse(100, { message: 'Only a template that is paused can be unpaused' })
  template.status = 'APPROVED'
  return { ...success, after: () => void world.webhooks.track(template.unpause()) }
}

function mayManage(ask: Ask, account: Account, world: World): void {
  authorise(ask, world, { scopes: ['whatsapp_business_management'], reaches: [account.id], id: account.id })
}

function checkName(account: Account, { name, language }: { name: string; language: string }, now: Date): void {
  const lockedUntil = account.lockedNames.get(name)
  if (lockedUntil && lockedUntil > now)
    throw refuse(100, {
      message: `The name ${name} was deleted and cannot be used before ${lockedUntil.toISOString()}`,
      subcode: 2388023,
    })
  if (account.templates.some((one) => one.name === name && one.language === language))
    throw refuse(100, { message: `There is already a template ${name} in ${language}`, subcode: 2388024 })
}

function checkForm(world: World, components: Template['components'], format: Template['format']): void {
  const found = flawOf(components, format, world.directory)
  if (found) throw flaw(world, found.code, found.text)
}

function flaw({ settings }: World, code: number, text: string) {
  if (code === 100 || settings.templateCodes === 'code') return refuse(code, { details: text, userMessage: text })
  return refuse(100, { details: text, userMessage: text, subcode: code })
}
