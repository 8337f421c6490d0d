import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import {
  chooseForContact as choose,
  contactRow as row,
  makeContact as made,
  openContacts,
  someNumber,
  visitorWrites,
} from './support/contacts.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('Contacts are filtered by channel and by blocked, and blocked and unblocked after a question', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await made(company, 'Rita Moura')
  await made(company, 'Bia Nunes')
  await openContacts(page, server, company)

  await choose(page, 'Rita Moura', 'Bloquear')
  const question = page.getByRole('dialog', { name: 'Bloquear contato?' })
  await expect(question).toContainText('Rita Moura')
  await question.getByRole('button', { name: 'Bloquear' }).click()
  await expect(page.getByText('Contato bloqueado', { exact: true })).toBeVisible()
  await expect(row(page, 'Rita Moura')).toContainText('Bloqueado')

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Bloqueado' }).click()
  await expect(row(page, 'Bia Nunes')).toHaveCount(0)
  await expect(row(page, 'Rita Moura')).toBeVisible()
  await page.getByRole('combobox', { name: 'Canal' }).click()
  await page.getByRole('option', { name: 'Chat do site' }).click()
  await expect(page.getByText('Nenhum contato corresponde aos filtros.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Canal' }).click()
  await page.getByRole('option', { name: 'WhatsApp' }).click()

  await choose(page, 'Rita Moura', 'Desbloquear')
  await page.getByRole('dialog', { name: 'Desbloquear contato?' }).getByRole('button', { name: 'Desbloquear' }).click()
  await expect(page.getByText('Contato desbloqueado')).toBeVisible()
  await expect(row(page, 'Rita Moura')).toContainText('Ativo')
})

test('The conversation of a contact is opened from the list', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await visitorWrites(
    server,
    await company.webChat([await company.queue('Vendas')]),
    'Davi Melo',
    'Tem mesa para quatro?',
  )
  const waiting = async () =>
    (await must<{ tickets: { id: number }[] }>(company.call('GET', '/tickets?status=pending&showAll=true'))).tickets
  await expect.poll(waiting).toHaveLength(1)
  for (const { id } of await waiting())
    await must(company.call('PUT', `/tickets/${id}`, { status: 'closed', sendFarewellMessage: false }))
  await openContacts(page, server, company)

  await choose(page, 'Davi Melo', 'Abrir ticket')
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir ticket' }).click()

  await expect(page).toHaveURL(/\/tickets\/[\da-f-]{36}$/)
  await expect(page.getByRole('log', { name: 'Mensagens' })).toContainText('Tem mesa para quatro?')
})

test('The rules of the contact form stand under its fields, and a half-filled form asks before it is left', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await openContacts(page, server, company)
  await page.getByRole('button', { name: 'Adicionar contato' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar contato' })
  const question = page.getByRole('dialog', { name: 'Descartar alterações?' })

  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog.getByText('Obrigatório')).toHaveCount(2)
  await dialog.getByLabel('Nome').fill('R')
  await dialog.getByLabel('Número').fill('1234567')
  await dialog.getByLabel('E-mail').fill('rita')
  await dialog.getByLabel('E-mail').blur()
  await expect(dialog.getByText('Curto demais')).toHaveCount(2)
  await expect(dialog.getByText('E-mail inválido')).toBeVisible()
  await dialog.getByLabel('Nome').fill('x'.repeat(51))
  await expect(dialog.getByText('Longo demais')).toBeVisible()
  await dialog.getByLabel('Nome').fill('Rita Moura')

  await test.step('by Back', async () => {
    await page.goBack()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Continuar editando' }).click()
    await expect(dialog.getByLabel('Nome')).toHaveValue('Rita Moura')
    await expect(page).toHaveURL(/\/contacts$/)
  })

  await test.step('by Escape', async () => {
    await dialog.getByLabel('Nome').press('Escape')
    await question.getByRole('button', { name: 'Continuar editando' }).click()
    await expect(dialog.getByLabel('Nome')).toHaveValue('Rita Moura')
  })

  await test.step('by reload, in the browser’s own words', async () => {
    const asked = page.waitForEvent('dialog')
    const reloading = page.evaluate('setTimeout(() => location.reload())')
    const own = await asked
    expect(own.type()).toBe('beforeunload')
    await own.dismiss()
    await reloading
    await expect(dialog.getByLabel('Nome')).toHaveValue('Rita Moura')
  })

  await test.step('and is left when the person says so', async () => {
    await page.goBack()
    await question.getByRole('button', { name: 'Descartar' }).click()
    await expect(page).toHaveURL(/\/tickets/)
    await expect(dialog).toHaveCount(0)
  })
})

test('A saved contact asks nothing, and changed hours ask before a link leads away', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.setting('scheduleType', 'company')
  await openContacts(page, server, company)
  await page.getByRole('button', { name: 'Adicionar contato' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar contato' })
  await dialog.getByLabel('Nome').fill('Rita Moura')
  await dialog.getByLabel('Número').fill(someNumber())
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Contato salvo com sucesso.')).toBeVisible()
  await expect(row(page, 'Rita Moura')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/tickets/)

  await page.goto(`${server.url}/settings`)
  await page.getByRole('tab', { name: 'Horários' }).click()
  await page.getByRole('button', { name: 'Fechar o dia' }).first().click()
  await page.getByRole('link', { name: 'Contatos' }).click()
  const question = page.getByRole('dialog', { name: 'Descartar alterações?' })
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(page).toHaveURL(/\/settings/)
  await page.getByRole('tab').first().click()
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(page.getByRole('tab', { name: 'Horários' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Contatos' }).click()
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(page).toHaveURL(/\/contacts$/)
})

test('A sheet is imported after a look at its columns and errors, and the contacts are exported', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const known = await made(company, 'Bia Nunes')
  await openContacts(page, server, company)
  const number = someNumber()
  const sheet = [
    'Cliente completo;Telefone;E-mail;Cidade',
    `Rita Moura;${number};rita@cliente.example;Recife`,
    `Bia Nunes;${known.number};bia@cliente.example;Olinda`,
    'Sem número;12;;',
    `=HYPERLINK("http://a.test");${someNumber()};;`,
  ].join('\n')

  await page.getByRole('button', { name: 'Mais ações dos contatos' }).click()
  await page.getByRole('menuitem', { name: 'Importar de uma planilha' }).click()
  const dialog = page.getByRole('dialog')
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Escolher planilha' }).click()
  await (await choosing).setFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })

  await expect(dialog).toContainText('clientes.csv: 4 linhas')
  await expect(dialog.getByRole('combobox', { name: 'O que a coluna Telefone contém' })).toHaveValue('Número')
  await dialog.getByRole('combobox', { name: 'O que a coluna Cliente completo contém' }).click()
  await page.getByRole('option', { name: 'Nome', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'O que a coluna Cidade contém' }).click()
  await page.getByRole('option', { name: 'Informação adicional' }).click()
  await expect(dialog.getByRole('region', { name: 'Linhas que não podem ser importadas' })).toContainText('Linha 4')
  await dialog.getByRole('button', { name: 'Importar 3 contatos' }).click()

  await expect(page.getByRole('dialog', { name: 'Importação concluída' })).toBeVisible()
  await expect(dialog).toContainText('4 de 4 linhas')
  await dialog.getByRole('button', { name: 'Fechar' }).first().click()
  await expect(row(page, 'Rita Moura')).toContainText('rita@cliente.example')
  await expect(row(page, 'Bia Nunes')).toContainText('bia@cliente.example')
  await expect(row(page, '=HYPERLINK("http://a.test")')).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Mais ações dos contatos' }).click()
  await page.getByRole('menuitem', { name: 'Exportar contatos' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Contatos.xlsx')
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('An empty file and one that is no sheet have a sentence of their own', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await openContacts(page, server, company)
  await page.getByRole('button', { name: 'Mais ações dos contatos' }).click()
  await page.getByRole('menuitem', { name: 'Importar de uma planilha' }).click()
  const dialog = page.getByRole('dialog')
  for (const [buffer, sentence] of [
    [Buffer.alloc(0), 'O arquivo está vazio.'],
    [Buffer.from('PK\u0003\u0004 nada disso'), 'Não foi possível ler a planilha. Salve-a de novo como xlsx ou csv.'],
    [Buffer.from([0x89, 0x50, 0, 0, 0]), 'Este tipo de arquivo não é aceito.'],
  ] as const) {
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Escolher planilha' }).click()
    await (await choosing).setFiles({ name: 'a.xlsx', mimeType: '', buffer })
    await expect(dialog.getByRole('alert')).toHaveText(sentence)
  }
})

test('Two contacts are merged side by side, and parted again', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await made(company, 'Rita Moura')
  await made(company, 'Rita M. Trabalho', { email: 'rita@cliente.example' })
  await openContacts(page, server, company)

  await choose(page, 'Rita Moura', 'Juntar com outro contato')
  const dialog = page.getByRole('dialog', { name: 'Juntar dois contatos' })
  await dialog.getByLabel('O outro contato').fill('Trabalho')
  await page.getByRole('option', { name: /Rita M\. Trabalho/ }).click()
  await expect(dialog.getByRole('radio', { name: 'Rita Moura' })).toBeChecked()
  await expect(dialog).toContainText('rita@cliente.example')
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'Juntar', exact: true }).click()
  await expect(page.getByText('Contatos juntados.')).toBeVisible()
  await expect(row(page, 'Rita M. Trabalho')).toHaveCount(0)
  await expect(row(page, 'Rita Moura')).toContainText('rita@cliente.example')

  await choose(page, 'Rita Moura', 'Contatos juntados')
  await page.getByRole('dialog').getByRole('button', { name: 'Separar' }).click()
  await page.getByRole('dialog', { name: 'Separar contato?' }).getByRole('button', { name: 'Separar' }).click()
  await expect(page.getByText('Contatos separados.')).toBeVisible()
  await expect(row(page, 'Rita M. Trabalho')).toBeVisible()
  await expect(row(page, 'Rita Moura')).not.toContainText('rita@cliente.example')
})

test('A tag is made from the drawer of a conversation', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const chat = await company.webChat([queue])
  await visitorWrites(server, chat, 'Davi Melo', 'Boa tarde')
  const ana = await company.attendant('Ana Prado', [queue])
  await logIn(page, server, ana)
  await page.getByRole('tab', { name: 'Aguardando' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Davi Melo' }).getByRole('button', { name: 'Aceitar' }).click()
  const drawer = page.getByRole('complementary', { name: 'Dados do contato' })
  await expect(page.getByRole('log', { name: 'Mensagens' })).toBeVisible()
  if (!(await drawer.isVisible())) await page.getByRole('button', { name: 'Dados do contato', exact: true }).click()

  await drawer.getByRole('button', { name: 'Editar: Tags' }).click()
  await drawer.getByRole('combobox', { name: 'Tags' }).fill('Entrega rápida')
  // The answer comes after the field was closed.
  const answer = Promise.withResolvers<void>()
  await page.route(/\/tags$/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('option', { name: 'Criar a tag “Entrega rápida”' }).click()
  await drawer.getByRole('button', { name: 'Pronto: Tags' }).click()
  await expect(drawer).toContainText('Nenhuma tag')
  answer.resolve()

  await expect(drawer).toContainText('Entrega rápida')
  await page.reload()
  await page.getByRole('button', { name: 'Dados do contato', exact: true }).click()
  await expect(drawer).toContainText('Entrega rápida')
})
