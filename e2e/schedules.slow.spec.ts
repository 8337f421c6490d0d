import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

interface Desk {
  company: Company
  companyId: number
  contactId: number
}

/** An attendant who sees everybody's scheduled messages, of which they have these. */
async function openSchedules(page: Page, server: Server, path: string, sendAt: string[] = []): Promise<Desk> {
  const company = await createCompany(server, 'Casa Aurora')
  const person = await company.attendant('Ana Prado', [], { allTicket: 'enable' })
  const { call, user } = await logInByApi(server, person)
  const { id: contactId } = await must<{ id: number }>(
    call('POST', '/contacts', { name: 'Mariana Lopes', number: '5511987654321' }),
  )
  for (const at of sendAt)
    await must(call('POST', '/schedules', { body: `Lembrete das ${at.slice(-5)}`, contactId, sendAt: at }))
  await logIn(page, server, person)
  await page.goto(`${server.url}/schedules${path}`)
  return { company, companyId: user.companyId, contactId }
}

const newOne = (page: Page) => page.getByRole('button', { name: 'Novo agendamento' }).first()
const dialog = (page: Page, name = 'Novo agendamento') => page.getByRole('dialog', { name })

async function choose(page: Page, contact: string) {
  await dialog(page).getByRole('textbox', { name: 'Contato' }).fill(contact.slice(0, 5))
  await page.getByRole('option', { name: new RegExp(contact) }).click()
}

test('A message is scheduled, found, changed and removed', async ({ page, server }) => {
  await openSchedules(page, server, '?view=list')
  await expect(page.getByText('Nenhum agendamento ainda')).toBeVisible()

  await test.step('what is missing is said under its field', async () => {
    await newOne(page).click()
    // An hour from now, in the zone of the company.
    const soon = new Date(Date.now() + 3_600_000)
    const day = soon.toLocaleDateString('en-GB', { timeZone: 'America/Sao_Paulo' })
    await expect(dialog(page).getByLabel('Data')).toHaveValue(day)
    await dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Oi !')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog(page).getByText('Mensagem muito curta')).toBeVisible()
    await expect(dialog(page).getByText('Obrigatório')).toHaveCount(1)
    await dialog(page).getByLabel('Data').fill('')
    await dialog(page).getByLabel('Data').blur()
    // A day is always set: an emptied field takes its day back.
    await expect(dialog(page).getByLabel('Data')).toHaveValue(day)
  })

  await test.step('saved', async () => {
    await choose(page, 'Mariana Lopes')
    await dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Sua hora é amanhã às nove')
    await dialog(page).getByLabel('Data').fill('10/03/2031')
    await dialog(page).getByRole('textbox', { name: 'Mensagem' }).focus()
    await dialog(page).getByRole('combobox', { name: 'Repetir' }).click()
    await page.getByRole('option', { name: 'Toda semana' }).click()
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Agendamento salvo com sucesso.')).toBeVisible()
    await expect(page.getByRole('row', { name: /Mariana Lopes/ })).toContainText('10/03/2031')
    await expect(page.getByRole('row', { name: /Mariana Lopes/ })).toContainText('Pendente')
  })

  await test.step('found', async () => {
    await page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' }).fill('as nove')
    await expect(page.getByRole('row', { name: /Mariana Lopes/ })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Buscar contato ou mensagem' }).fill('xyzzy')
    await expect(page.getByText('Nada encontrado')).toBeVisible()
    await page.getByRole('button', { name: 'Limpar busca' }).click()
  })

  await test.step('changed', async () => {
    await page.getByRole('button', { name: /^Editar Mariana Lopes/ }).click()
    const form = dialog(page, 'Editar agendamento')
    await expect(form.getByRole('textbox', { name: 'Contato' })).toHaveValue('Mariana Lopes')
    await expect(form.getByLabel('Data')).toHaveValue('10/03/2031')
    await form.getByRole('textbox', { name: 'Mensagem' }).fill('Sua hora mudou para as dez')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('row', { name: /mudou para as dez/ })).toBeVisible()
  })

  await test.step('removed', async () => {
    await page.getByRole('button', { name: /^Mais ações de Mariana Lopes/ }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
    await expect(question).toContainText('Nem ela nem as próximas repetições serão enviadas.')
    await question.getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText('Nenhum agendamento ainda')).toBeVisible()
  })
})

test('The calendar shows a month, a week and a day', async ({ page, server }) => {
  const times = ['2031-03-10T09:00', '2031-03-10T09:30', '2031-03-10T10:00', '2031-03-10T11:15']
  const { company, contactId } = await openSchedules(page, server, '?day=2031-03-12', times)

  await expect(page.getByRole('heading', { name: 'março de 2031' })).toBeVisible()
  const cell = page.getByRole('cell').filter({ hasText: 'Mariana Lopes' })
  await expect(cell).toHaveCount(1)
  await expect(cell.getByRole('listitem')).toHaveCount(3)
  await expectAccessibleInBothSchemes(page)

  await page.getByText('Semana', { exact: true }).click()
  await expect(page.getByRole('heading', { name: '09/03/2031 – 15/03/2031' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'segunda-feira, 10/03/2031' }).getByRole('listitem')).toHaveCount(4)
  await expectAccessibleInBothSchemes(page)

  await page.getByRole('button', { name: 'Ver 10/03/2031: 4 agendamentos' }).click()
  await expect(page.getByRole('heading', { name: 'segunda-feira, 10/03/2031' })).toBeVisible()
  await expect(page).toHaveURL(/day=2031-03-10/)
  await expect(page.getByText('Lembrete das 11:15')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Próximo dia' }).click()
  await expect(page.getByText('Nada agendado neste período.')).toBeVisible()
  await page.getByRole('button', { name: 'Dia anterior' }).click()

  await page.getByRole('button', { name: /^09:30 Mariana Lopes/ }).click()
  await expect(dialog(page, 'Editar agendamento').getByRole('textbox', { name: 'Mensagem' })).toHaveValue(
    'Lembrete das 09:30',
  )
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')

  await test.step('what others save appears by itself', async () => {
    await must(company.call('POST', '/schedules', { body: 'Do outro lado', contactId, sendAt: '2031-03-10T12:00' }))
    await expect(page.getByText('Do outro lado')).toBeVisible()
  })
})

test('The address can name the contact of a new one', async ({ page, server }) => {
  const { contactId } = await openSchedules(page, server, '')

  await page.goto(`${server.url}/schedules?contactId=${contactId}`)

  await expect(dialog(page).getByRole('textbox', { name: 'Contato' })).toHaveValue('Mariana Lopes')
  await dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Escrita pela metade')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/contactId/)
})

test('Without the feature in the plan there is neither the entry nor the page', async ({ page, server }) => {
  const { company, companyId } = await openSchedules(page, server, '')
  await expect(page.getByRole('link', { name: 'Agendamentos' })).toBeVisible()
  const { plan } = await must<{ plan: { id: number } }>(company.call('GET', `/companies/listPlan/${companyId}`))
  const operator = await logInByApi(server, server.operator)
  await must(operator.call('PUT', `/plans/${plan.id}`, { useSchedules: false }))

  await page.goto(`${server.url}/schedules`)

  await expect(page.getByText('Esta empresa não possui permissão para acessar essa página!').first()).toBeVisible()
  await expect(page).toHaveURL(/\/(tickets)?$/)
  await expect(page.getByRole('link', { name: 'Agendamentos' })).toHaveCount(0)
})

test('A message that is scheduled in the conversation reaches the customer, and can then only be looked at', async ({
  browser,
  server,
}) => {
  const { ana, company, visitor } = await openTalk(browser, server, 'Pode me lembrar?')
  const { page } = ana

  await page.getByRole('button', { name: 'Agendar mensagem' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Contato' })).toHaveValue('Rita Moura')
  await dialog(page).getByRole('textbox', { name: 'Mensagem' }).fill('Olá {{firstName}}, é hora!')
  await dialog(page).getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Agendamento salvo com sucesso.')).toBeVisible()

  const { schedules } = await must<{ schedules: { id: number }[] }>(company.call('GET', '/schedules'))
  await must(company.call('PUT', `/schedules/${schedules[0]?.id}`, { sendAt: new Date().toISOString() }))
  await expect(visitor.message('Olá Rita, é hora!')).toBeVisible({ timeout: 20_000 })
  await expect(ana.message('Olá Rita, é hora!')).toBeVisible()

  await page.goto(`${server.url}/schedules?view=list`)
  await expect(page.getByRole('row', { name: /Rita Moura/ })).toContainText('Enviada')
  await page.getByRole('button', { name: /^Editar Rita Moura/ }).click()
  const look = dialog(page, 'Agendamento')
  await expect(look).toContainText('Olá {{firstName}}, é hora!')
  await expect(look.getByRole('button', { name: 'Salvar' })).toHaveCount(0)
  await expect(look.getByRole('textbox')).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
})

test('On a phone the month shows how many there are, and a day shows them', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSchedules(page, server, '?day=2031-03-12', ['2031-03-10T09:00'])
  await expect(page.getByText('Mariana Lopes')).toBeHidden()
  await page.getByRole('button', { name: 'Ver 10/03/2031: 1 agendamento' }).click()
  await expect(page.getByText('Lembrete das 09:00')).toBeVisible()
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(width).toBe(390)
  await expectAccessibleInBothSchemes(page)
})
