import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('An admin keeps the roster, and who is on call is told of a customer who waits', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const chat = await company.webChat([queue])
  const ana = await company.attendant('Ana Prado', [queue])
  await logIn(page, server, company.admin)
  await page.getByRole('navigation').getByRole('button', { name: 'Administração' }).click()
  await page.getByRole('menuitem', { name: 'Plantão' }).click()
  await expect(page).toHaveURL(/\/plantao$/)
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Salvar' })

  await test.step('the empty roster says what it is', async () => {
    await expect(page.getByRole('heading', { name: 'Ninguém está de plantão' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the dialog says what is missing', async () => {
    await page.getByRole('button', { name: 'Adicionar plantão' }).first().click()
    await expect(dialog.getByLabel('Intervalo entre notificações (minutos)')).toHaveValue('1')
    await expect(dialog.getByRole('group', { name: /-feira$|^Sábado|^Domingo/ })).toHaveCount(7)
    await dialog.getByLabel('Intervalo entre notificações (minutos)').fill('')
    await dialog.getByRole('group', { name: 'Terça-feira' }).getByRole('spinbutton').first().fill('08')
    await dialog.getByRole('group', { name: 'Terça-feira' }).getByRole('spinbutton').nth(1).fill('00')
    await save.click()
    for (const text of [
      'Informe o usuário',
      'Informe o telefone',
      'Informe o intervalo entre notificações',
      'Informe o fim do plantão',
      'Pelo menos um dia da semana deve ter o horário de início e fim preenchido',
    ])
      await expect(dialog.getByText(text)).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a person is put on call, once', async () => {
    await dialog.getByRole('combobox', { name: 'Plantonista' }).click()
    await page.getByRole('option', { name: 'Ana Prado' }).click()
    await dialog.getByLabel('Telefone').fill('(31) 98765-4321')
    await dialog.getByLabel('Intervalo entre notificações (minutos)').fill('15')
    for (const day of ['Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta']
      .map((name) => `${name}-feira`)
      .concat('Sábado', 'Domingo')) {
      const fields = dialog.getByRole('group', { name: day }).getByRole('spinbutton')
      for (const [nth, value] of ['00', '00', '23', '59'].entries()) await fields.nth(nth).fill(value)
    }
    const sunday = dialog.getByRole('group', { name: 'Domingo' })
    await sunday.getByRole('button', { name: 'Tirar o plantão de Domingo' }).click()
    await expect(sunday.getByRole('spinbutton').first()).toHaveValue('')
    // It may be Sunday when this runs.
    for (const [nth, value] of ['00', '00', '23', '59'].entries())
      await sunday.getByRole('spinbutton').nth(nth).fill(value)
    await save.click()
    await expect(page.getByText('Plantão salvo com sucesso')).toBeVisible()
    const row = page.getByRole('row', { name: /Ana Prado/ })
    await expect(row).toContainText('+55 31 98765-4321')
    await expect(row).toContainText('Segunda-feira a Domingo 00:00–23:59')
    await expect(page.getByRole('region', { name: 'A semana' })).toContainText('coberto o dia todo')
    await expectAccessibleInBothSchemes(page)

    await page.getByRole('button', { name: 'Adicionar plantão' }).first().click()
    await dialog.getByRole('combobox', { name: 'Plantonista' }).click()
    await page.getByRole('option', { name: 'Ana Prado' }).click()
    await dialog.getByLabel('Telefone').fill('31987654321')
    const fields = dialog.getByRole('group', { name: 'Domingo' }).getByRole('spinbutton')
    for (const [nth, value] of ['08', '00', '09', '00'].entries()) await fields.nth(nth).fill(value)
    await save.click()
    await expect(dialog.getByText('Já existe um plantão cadastrado para este usuário')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descartar' }).click()
  })

  await test.step('without a connection the person is told here, with a way to the ticket', async () => {
    const anas = await openDesk(browser, server, ana)
    await (await openChat(browser, server, chat, 'Rita Moura')).write('Socorro')
    const notice = anas.page
      .getByRole('status')
      .filter({ hasText: 'Novo atendimento aguardando sua resposta: Rita Moura' })
    await expect(notice).toBeVisible({ timeout: 20_000 })
    // A visitor has no number.
    await expect(notice).not.toContainText('/')
    await notice.getByRole('button', { name: 'Abrir' }).click()
    await expect(anas.page).toHaveURL(/\/tickets\/[\da-f-]{36}$/)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Últimos avisos' })).toContainText('sem conexão: só no Guichê')
  })

  await test.step('the entry is removed after a question', async () => {
    await page.getByRole('button', { name: 'Mais ações de Ana Prado' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialog).toContainText('Ana Prado')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(page.getByText('Plantão removido com sucesso')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ninguém está de plantão' })).toBeVisible()
  })
})
