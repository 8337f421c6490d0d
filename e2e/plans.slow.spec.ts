import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
let marks = 0
const newName = (called: string) => `${called} ${Date.now().toString(36)}${(marks += 1)}`

test('The operator keeps the plans in the settings', async ({ page, server }) => {
  const name = newName('Equipe')
  const dialog = page.getByRole('dialog')
  await logIn(page, server, server.operator)
  await page.goto(`${server.url}/settings`)
  await page.getByRole('tab', { name: 'Planos' }).click()
  // Other journeys on this server have plans too.
  await page.getByRole('searchbox').fill('Plataforma')
  await expect(row(page, 'Plataforma')).toContainText('Todos os recursos')
  await expect(row(page, 'Plataforma')).toContainText('Interno')

  await test.step('a new plan has every feature, and needs a name and a price', async () => {
    await page.getByRole('button', { name: 'Novo plano' }).click()
    for (const feature of features) await expect(dialog.getByRole('switch', { name: feature })).toBeChecked()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toBeVisible()
    await expect(dialog.getByText('Valor inválido. Exemplo: 99,90')).toBeVisible()
    await dialog.getByLabel('Valor').fill('99,999')
    await dialog.getByLabel('Atendentes').fill('0')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Valor inválido. Exemplo: 99,90')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('it is saved with its price, its limits and its features', async () => {
    await dialog.getByLabel('Nome').fill(name)
    await dialog.getByLabel('Valor').fill('1.234,56')
    await dialog.getByLabel('Atendentes').fill('12')
    await dialog.getByLabel('Conexões').fill('4')
    await dialog.getByLabel('Filas').fill('7')
    await dialog.getByRole('switch', { name: 'Kanban' }).click({ force: true })
    await dialog.getByRole('switch', { name: 'Oferecer no cadastro' }).click({ force: true })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Operação realizada com sucesso!').last()).toBeVisible()
    await page.getByRole('searchbox').fill(name)
    for (const cell of ['12', '4', '7', 'R$ 1.234,56', 'Interno', 'WhatsApp, Facebook'])
      await expect(row(page, name)).toContainText(cell)
    await expect(row(page, name)).not.toContainText('Kanban')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('it is edited, and a plan of the same name is refused in the known words', async () => {
    await row(page, name)
      .getByRole('button', { name: `Editar ${name}` })
      .click()
    await expect(dialog.getByLabel('Valor')).toHaveValue('1.234,56')
    await expect(dialog.getByRole('switch', { name: 'Kanban' })).not.toBeChecked()
    await dialog.getByLabel('Valor').fill('99,90')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, name)).toContainText('R$ 99,90')

    await page.getByRole('button', { name: 'Novo plano' }).click()
    await dialog.getByLabel('Nome').fill(name)
    await dialog.getByLabel('Valor').fill('49')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(
      page.getByText(
        'Não foi possível realizar a operação. Verifique se já existe um plano com o mesmo nome ou se os campos foram preenchidos corretamente',
      ),
    ).toBeVisible()
    await expect(dialog.getByText('Já existe um plano com este nome.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('it is deleted after a question, and one that is used stays', async () => {
    await row(page, name)
      .getByRole('button', { name: `Mais ações de ${name}` })
      .click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialog.getByRole('heading', { name: 'Exclusão de Registro' })).toBeVisible()
    await expect(dialog).toContainText('Deseja realmente excluir esse registro?')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText('Operação realizada com sucesso!').last()).toBeVisible()
    await expect(page.getByText('Nada encontrado')).toBeVisible()

    await page.getByRole('searchbox').fill('Plataforma')
    await row(page, 'Plataforma').getByRole('button', { name: 'Mais ações de Plataforma' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(dialog.getByText('Não foi possível realizar a operação. Nada foi excluído.')).toBeVisible()
    await expect(page.getByText('Este plano é usado por alguma empresa.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(row(page, 'Plataforma')).toBeVisible()
  })

  await test.step('the tab of the companies has the list with the same actions', async () => {
    await page.getByRole('tab', { name: 'Empresas' }).click()
    await page.getByRole('searchbox').fill('Guichê')
    await expect(row(page, 'Guichê').first()).toContainText('31/12/2999')
    await expect(page.getByRole('button', { name: 'Nova empresa' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })
})

test('On a phone plans are cards, and the dialog fits', async ({ browser, server }) => {
  const { page } = await openDesk(browser, server, server.operator, { viewport: { width: 390, height: 800 } })
  await page.goto(`${server.url}/settings`)
  await page.getByRole('tab', { name: 'Planos' }).click()
  await page.getByRole('searchbox').fill('Plataforma')
  await expect(page.getByRole('listitem').filter({ hasText: 'Plataforma' })).toContainText('R$ 0,00')
  await page.getByRole('button', { name: 'Novo plano' }).click()
  await expect(page.getByRole('dialog').getByLabel('Valor')).toBeVisible()
  expect(await page.locator('html').evaluate((view) => view.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessibleInBothSchemes(page)
})

test('A tenant has no tab of companies or plans', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.setting('scheduleType', 'company')
  const { page } = await openDesk(browser, server, company.admin)
  await page.goto(`${server.url}/settings`)

  await expect(page.getByRole('tab', { name: 'Horários' })).toBeVisible()
  await expect(page.getByRole('tab', { name: /Empresas|Planos/ })).toHaveCount(0)
})

const features = [
  'WhatsApp',
  'Facebook',
  'Instagram',
  'Campanhas',
  'Agendamentos',
  'Chat interno',
  'API externa',
  'Kanban',
  'OpenAI',
  'Integrações',
]
