import { type PlanFeature, planFeatures } from '@guiche/contract'
import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'

interface Hidden {
  /** Entries of the menu. */
  entries: string[]
  /** Entries of its list for the administration. */
  administration: string[]
  /** Pages, each with a text of it that is made with the feature. */
  pages: { path: string; text: string }[]
  /** Kinds of connections that can be chosen. */
  channels: string[]
}

const nothing: Hidden = { entries: [], administration: [], pages: [], channels: [] }

/** What goes with each flag of a plan. A new area belongs here, too. */
const hides: Record<PlanFeature, Hidden> = {
  useSchedules: {
    ...nothing,
    entries: ['Agendamentos'],
    pages: [{ path: '/schedules?view=list', text: 'Rita Moura' }],
  },
  useWhatsapp: { ...nothing, channels: ['WhatsApp', 'WhatsApp oficial (API da Meta)'] },
  useFacebook: { ...nothing, channels: ['Facebook'] },
  useInstagram: { ...nothing, channels: ['Instagram'] },
  useCampaigns: {
    ...nothing,
    administration: ['Campanhas', 'Listas de contatos', 'Não recebem campanhas', 'Configuração de campanhas'],
    pages: [
      { path: '/campaigns', text: 'Nenhuma campanha ainda' },
      { path: '/contact-lists', text: 'Nenhuma lista ainda' },
      { path: '/opt-outs', text: 'Ninguém pediu para sair' },
      { path: '/campaigns-config', text: 'Intervalo maior após' },
    ],
  },
  useInternalChat: {
    ...nothing,
    entries: ['Chat interno'],
    pages: [{ path: '/chats', text: 'Nenhuma conversa ainda' }],
  },
  useExternalApi: {
    ...nothing,
    administration: ['API de mensagens'],
    pages: [{ path: '/messages-api', text: 'API de mensagens' }],
  },
  useKanban: {
    ...nothing,
    entries: ['Kanban', 'Tags do kanban'],
    pages: [
      { path: '/kanban', text: 'Organize os atendimentos em etapas' },
      { path: '/TagsKanban', text: 'Cada lane do kanban é uma tag' },
    ],
  },
  useOpenAi: { ...nothing, administration: ['Prompts'], pages: [{ path: '/prompts', text: 'Nenhum prompt ainda' }] },
  useIntegration: {
    ...nothing,
    administration: ['Integrações'],
    pages: [{ path: '/queue-integration', text: 'Nenhuma integração ainda' }],
  },
}

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name, exact: true })

/** Opens a page whose socket is there, so that it hears of what changes from now on. */
async function openLive(page: Page, url: string): Promise<void> {
  // The socket of the page before is closed, so it is not taken for the new one.
  await page.goto('about:blank')
  const isLive = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"')))
  await page.goto(url)
  await isLive
}

/** All entries of the menu, those of the administration too. */
async function entriesOf(page: Page): Promise<string[]> {
  const navigation = page.getByRole('navigation', { name: 'Menu principal' })
  await expect(navigation.getByRole('link').first()).toBeVisible()
  const daily = await navigation.getByRole('link').allInnerTexts()
  await navigation.getByRole('button', { name: 'Administração' }).click()
  await expect(page.getByRole('menuitem', { name: 'Usuários' })).toBeVisible()
  const others = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return [...daily, ...others]
}

/** Kinds of connections of which the menu says that the plan does not include them. */
async function channelsNotInPlan(page: Page, server: Server): Promise<string[]> {
  await page.goto(`${server.url}/connections`)
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  await expect(page.getByRole('menuitem', { name: 'Chat do site' })).toBeEnabled()
  const missing = page.getByRole('menuitem').filter({ hasText: 'Não incluído no seu plano' })
  const names = await missing.allInnerTexts()
  for (const one of await missing.all()) await expect(one).toBeDisabled()
  await page.keyboard.press('Escape')
  return names.map((text) => text.split('\n')[0] ?? '')
}

async function scheduleMessage({ call }: Company): Promise<void> {
  const { id: contactId } = await must<{ id: number }>(
    call('POST', '/contacts', { name: 'Rita Moura', number: '5511987654321' }),
  )
  await must(call('POST', '/schedules', { body: 'Até amanhã', contactId, sendAt: '2031-03-10T09:00' }))
}

test('A flag that the operator switches off hides its entries and pages in open windows, and switched on brings all back', async ({
  page,
  server,
}) => {
  test.slow()
  const company = await createCompany(server, 'Casa Aurora')
  await scheduleMessage(company)
  const { plan } = await must<{ plan: { id: number } }>(company.call('GET', `/companies/listPlan/${company.id}`))
  await logIn(page, server, company.admin)
  const operator = await logInByApi(server, server.operator)
  const set = async (feature: PlanFeature, isOn: boolean) =>
    must(operator.call('PUT', `/plans/${plan.id}`, { [feature]: isOn }))
  const all = await entriesOf(page)
  expect(await channelsNotInPlan(page, server)).toEqual([])

  for (const feature of planFeatures)
    await test.step(feature, async () => {
      const { entries, administration, pages, channels } = hides[feature]
      await openLive(page, `${server.url}/tickets`)
      for (const name of entries) await expect(entry(page, name)).toBeVisible()

      await set(feature, false)
      for (const name of entries) await expect(entry(page, name), 'without a reload').toHaveCount(0)
      await page.reload()
      expect(await entriesOf(page)).toEqual(all.filter((name) => ![...entries, ...administration].includes(name)))
      expect(await channelsNotInPlan(page, server)).toEqual(channels)
      for (const { path } of pages) {
        // The text is on screen for some seconds only, which may be over when all of the page is loaded.
        await page.goto(`${server.url}${path}`, { waitUntil: 'commit' })
        await expect(
          page
            .getByText('Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.')
            .first(),
        ).toBeVisible()
        await expect(page).toHaveURL(/\/(tickets)?$/)
      }

      await openLive(page, `${server.url}/tickets`)
      await set(feature, true)
      for (const name of entries) await expect(entry(page, name), 'without a reload').toBeVisible()
      for (const { path, text } of pages) {
        await page.goto(`${server.url}${path}`)
        await expect(page.getByText(text).first()).toBeVisible()
      }
      expect(await channelsNotInPlan(page, server)).toEqual([])
    })
})

test('Whoever looks at a page while its feature ends is told so and leaves it', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await scheduleMessage(company)
  const { plan } = await must<{ plan: { id: number } }>(company.call('GET', `/companies/listPlan/${company.id}`))
  await logIn(page, server, company.admin)
  await openLive(page, `${server.url}/schedules?view=list`)
  await expect(page.getByText('Rita Moura').first()).toBeVisible()

  const operator = await logInByApi(server, server.operator)
  await must(operator.call('PUT', `/plans/${plan.id}`, { useSchedules: false }))

  await expect(page.getByText('Esta empresa não possui permissão para acessar essa página!').first()).toBeVisible()
  await expect(page).toHaveURL(/\/(tickets)?$/)
})

test('At a limit of the plan each form says so, keeps what was typed, and works when there is room', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.queue('Vendas')
  await company.webChat([])
  const { plan } = await must<{ plan: { id: number } }>(company.call('GET', `/companies/listPlan/${company.id}`))
  await logIn(page, server, company.admin)
  const operator = await logInByApi(server, server.operator)
  const limit = async (most: number) =>
    must(operator.call('PUT', `/plans/${plan.id}`, { users: most, connections: most, queues: most }))
  const dialog = page.getByRole('dialog')

  const forms: Record<string, () => Promise<void>> = {
    users: async () => {
      await page.getByRole('button', { name: 'Adicionar usuário' }).first().click()
      await dialog.getByLabel('Nome').fill('Novo Um')
      await dialog.getByLabel('E-mail').fill(`caio${company.id}@empresa.test`)
      await dialog.getByLabel(/^Senha/).fill('Kd92-pQz71-x')
    },
    queues: async () => {
      await page.getByRole('button', { name: 'Adicionar fila' }).first().click()
      await dialog.getByLabel('Nome').first().fill('Novo Um')
    },
    connections: async () => {
      await page.getByRole('button', { name: 'Nova conexão' }).first().click()
      await page.getByRole('menuitem', { name: 'Chat do site' }).click()
      await dialog.getByLabel('Nome').first().fill('Novo Um')
    },
  }
  for (const [path, fill] of Object.entries(forms))
    await test.step(path, async () => {
      await limit(1)
      await page.goto(`${server.url}/${path}`)
      await fill()
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await expect(page.getByText('O limite do plano foi alcançado.').first()).toBeVisible()
      await expect(dialog.getByLabel('Nome').first()).toHaveValue('Novo Um')
      await expectAccessibleInBothSchemes(page)

      await limit(2)
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      if (path === 'connections') {
        // A new web chat shows how it is installed. A dialog that is being saved does not close.
        await expect(dialog.getByText('O chat está pronto.')).toBeVisible()
        await dialog.getByRole('button', { name: 'Fechar' }).first().click()
      }
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('row').filter({ hasText: 'Novo Um' })).toBeVisible()
    })
})
