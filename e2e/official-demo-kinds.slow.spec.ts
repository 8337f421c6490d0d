import { expect as expectSoon, test } from '@playwright/test'
import { demoOfFile } from './support/demo/demo-of-file.ts'
import { acceptIn, connectPages, connectWithToken, phoneOf, send, write } from './support/demo/official.ts'
import { deskOn, logIn } from './support/desk.ts'
import { files } from './support/media/files.ts'

const { printed, url, login } = demoOfFile('official-demo', /Meta and customers\s+http:\S+/)

/** Files are fetched by jobs, which may wait long on a busy machine. */
const expect = expectSoon.configure({ timeout: 60_000 })
test.setTimeout(400_000)

const lost = 'O canal não mostra este tipo de mensagem'

/** What stands in the ticket once somebody has sent one of the rarer kinds. */
const seen: Record<string, Record<string, string | RegExp>> = {
  'Rita Moura': {
    Vídeo: 'A sala',
    'Mensagem encaminhada': /Encaminhada.*Olha esta promoção/s,
    'Mensagem de um anúncio': /Sofá Lua com 20% de desconto.*Vi o anúncio do sofá/s,
    'Pergunta sobre um produto': /sofa-lua.*Tem este em azul\?/s,
    'Pedido do catálogo': /Entregam hoje\?.*1 × sofa-lua/s,
    'Resposta de um formulário': 'horario: 10h',
    'Enquete, que a API não mostra': lost,
    'Vídeo grande demais': 'Enviou um arquivo grande demais',
    'Ligação que ninguém atende': 'Chamada de voz perdida',
  },
  'Caio Prado': { 'O próprio número': '+55 21 97777-0002' },
  'Lia Torres': {
    Local: 'Praça da Sé',
    Link: 'Sofás em promoção',
    'Botão Começar': 'Começar',
    'Mensagem de um anúncio': /Sofá Lua.*Vi o anúncio do sofá/s,
    'Mensagem que a API não mostra': lost,
    'Mensagem enquanto outro programa atende': 'Falo com o outro atendimento',
  },
  'Davi Reis': {
    'Resposta a um story': /Respondeu ao seu story.*Que lindo!/s,
    'Menção em um story': 'Mencionou você em um story',
    Publicação: 'A nova coleção',
    'Foto que some': 'visualização única',
    'Mensagem de um anúncio': /Sofá Lua.*Vi o anúncio do sofá/s,
    'Mensagem que a API não mostra': lost,
    'Mensagem enquanto outro programa atende': 'Falo com o outro atendimento',
  },
}

/** Answers without the product: whose, where, and the mark that the ticket shows. */
const outside = [
  ['Bento Lima', 'No celular da loja', 'Enviada pelo celular'],
  ['Lia Torres', 'Na caixa de entrada da página', 'Enviada na caixa de entrada da Meta'],
  ['Davi Reis', 'No aplicativo do Instagram', 'Enviada na caixa de entrada da Meta'],
  ['Davi Reis', 'Em outro programa', 'Enviada por outro aplicativo'],
] as const

test('Somebody plays every kind, answers from outside, and a number that is on a phone too', async ({
  browser,
  page,
}) => {
  const meta = await (await browser.newContext()).newPage()
  await meta.goto(printed(/Meta and customers\s+(http:\S+)/))
  // High enough for all messages, because those out of sight are not rendered.
  await page.setViewportSize({ width: 1280, height: 5000 })
  await logIn(page, { url: url() }, login())
  const desk = deskOn(page)
  const at = (text: string | RegExp) => desk.conversation.getByRole('listitem').filter({ hasText: text })
  const accept = async (name: string) => {
    await page.goto(`${url()}/tickets`)
    await desk.tab('Aguardando').click()
    await acceptIn(page, desk.row(name))
  }
  const importing = page.getByRole('region', { name: 'Importando mensagens de Loja no celular' })

  await test.step('the number that is on a phone too is signed up in the window of Meta', async () => {
    await expect(
      meta.getByText(/^O celular tem 12 conversas de \d+ dias, com \d+ mensagens, e 12 contatos\.$/),
    ).toBeVisible()
    await page.goto(`${url()}/connections`)
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    await page.getByRole('menuitem', { name: 'WhatsApp oficial (API da Meta)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Conectar um número oficial' })
    await dialog.getByText('Na API e no app do celular', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Continuar na Meta' }).click()
    await page.getByLabel('Account').selectOption('Loja no celular')
    await page.getByRole('button', { name: 'Finish with the phone app', exact: true }).click()
    await dialog.getByLabel('Nome').fill('Loja no celular')
    await dialog.getByRole('button', { name: 'Conectar', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Acesso de Loja no celular' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(importing).toBeVisible()
    await expect(meta.getByText('+551133335555, conectado ao Guichê.')).toBeVisible()
    await expect(meta.getByText('O Guichê pediu o histórico e os contatos, e o celular respondeu.')).toBeVisible()
    // It waits half a minute for more.
    await expect(importing).toHaveCount(0, { timeout: 90_000 })
  })

  await test.step('its contacts are those of the phone, also those that are saved later', async () => {
    await meta.getByRole('button', { name: 'Salvar o contato Sílvia Prates' }).click()
    await expect(meta.getByRole('button', { name: 'Remover o contato Sílvia Prates' })).toBeVisible()
    await page.goto(`${url()}/contacts`)
    await page.getByRole('button', { name: 'Mais ações dos contatos' }).click()
    await page.getByRole('menuitem', { name: 'Importar do celular' }).click()
    const dialog = page.getByRole('dialog', { name: 'Importar contatos do celular' })
    await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
    await dialog.getByRole('button', { name: 'Fechar' }).first().click()
    await expect(page.getByText('Sílvia Prates').first()).toBeVisible()
  })

  await test.step('what was written on the phone stands above what is written now, once', async () => {
    await write(phoneOf(meta, 'Bento Lima'), 'Então vou buscar')
    await accept('Bento Lima')
    await meta.getByRole('button', { name: 'Mandar o histórico de novo' }).click()
    for (const text of [
      'O sofá do catálogo ainda está à venda?',
      'Está sim, Bento!',
      'É este aqui',
      'Então vou buscar',
    ])
      await expect(at(text)).toHaveCount(1)
  })

  await connectWithToken(page, meta, { url: url(), name: 'Loja oficial' })
  await connectPages(page, { url: url() })

  for (const [name, kinds] of Object.entries(seen))
    await test.step(`what ${name} sends is seen`, async () => {
      const phone = phoneOf(meta, name)
      await write(phone, `Oi, aqui é ${name}`)
      await accept(name)
      await desk.write('Bom dia!')
      await expect(phone.getByRole('log')).toContainText('Bom dia!')
      for (const [kind, text] of Object.entries(kinds)) {
        await send(phone, kind)
        await expect(at(text).last()).toBeVisible()
      }
      await send(phone, 'Documento')
      await expect(desk.conversation.getByRole('link', { name: 'Baixar catalogo.pdf' })).toBeVisible()
      await send(phone, 'Vídeo')
      await expect(desk.conversation.getByRole('button', { name: /Reproduzir vídeo/ }).last()).toBeVisible()
    })

  await test.step('a document of any type keeps its name and its ending', async () => {
    const choosing = meta.waitForEvent('filechooser')
    await phoneOf(meta, 'Davi Reis').getByRole('button', { name: 'Arquivo de Davi Reis' }).click()
    const file = { name: 'Planta nº 3.dwg', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 3]) }
    await (await choosing).setFiles(file)
    await expect(desk.conversation.getByRole('link', { name: 'Baixar Planta nº 3.dwg' })).toBeVisible()
  })

  await test.step('stickers', async () => {
    await page.goto(`${url()}/tickets`)
    await desk.open('Lia Torres')
    await send(phoneOf(meta, 'Lia Torres'), 'Curtida')
    await expect(desk.conversation.getByRole('img', { name: 'Figurinha' })).toBeVisible()
    await desk.open('Rita Moura')
    await send(phoneOf(meta, 'Rita Moura'), 'Figurinha')
    await expect(desk.conversation.getByRole('img', { name: 'Figurinha' })).toBeVisible()
  })

  const rita = phoneOf(meta, 'Rita Moura')

  await test.step('Rita quotes, takes a reaction off, and hears a recording', async () => {
    await desk.write('Chega amanhã')
    await rita.getByRole('button', { name: /^Responder: .*Chega amanhã/ }).click()
    await write(rita, 'Combinado')
    await expect(desk.message('Combinado')).toContainText('Chega amanhã')
    const heart = desk.message('Chega amanhã').getByRole('button', { name: /❤️/ })
    const said = rita.locator('.said').filter({ hasText: 'Chega amanhã' }).first()
    await said.getByRole('button', { name: 'Reagir com ❤️' }).click()
    await expect(heart).toBeVisible()
    await said.getByRole('button', { name: 'Reagir com ❤️', pressed: true }).click()
    await expect(heart).toHaveCount(0)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Anexar' }).click()
    await page.getByRole('menuitem', { name: 'Fotos, vídeos e arquivos' }).click()
    await (await choosing).setFiles({ name: 'recado.mp3', mimeType: 'audio/mpeg', buffer: files.song })
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await rita.getByRole('button', { name: 'Marcar como ouvida' }).last().click()
    await expect(desk.conversation.getByRole('listitem').last().getByRole('img', { name: 'Lida' })).toBeVisible()
  })

  await test.step('Rita wants no more promotions, then wants them again, and changes her number', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Rita Moura' })
    await send(rita, 'Não quer mais promoções')
    await expect(rita.getByRole('log')).toContainText('sem promoções')
    await page.goto(`${url()}/opt-outs`)
    await expect(row).toBeVisible()
    await send(rita, 'Quer promoções de novo')
    await expect(rita.getByRole('log')).toContainText('com promoções')
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Ninguém pediu para sair' })).toBeVisible()
    }).toPass()
    await send(rita, 'Troca de número')
    await expect(rita.getByText(/\+5531987654322 · para/)).toBeVisible()
    await page.goto(`${url()}/contacts`)
    await expect(page.getByText('+55 31 98765-4322').first()).toBeVisible()
  })

  for (const [name, place, mark] of outside)
    await test.step(`the shop answers ${name}: ${place}`, async () => {
      const phone = phoneOf(meta, name)
      const said = `Respondo daqui: ${place}`
      await page.goto(`${url()}/tickets`)
      await desk.open(name)
      const summary = phone.getByText('A loja responde fora do Guichê')
      if (!(await phone.getByRole('combobox', { name: /^Onde a loja/ }).isVisible())) await summary.click()
      await phone.getByRole('combobox', { name: /^Onde a loja/ }).selectOption(place)
      const field = phone.getByRole('textbox', { name: `Resposta da loja a ${name}` })
      await field.fill(said)
      await phone.getByRole('button', { name: 'Responder', exact: true }).last().click()
      await expect(desk.message(said).getByRole('img', { name: mark })).toBeVisible()
      await phone.getByRole('button', { name: `Foto da loja a ${name}` }).click()
      await expect(
        at(/.*/)
          .last()
          .getByRole('button', { name: /Abrir imagem/ }),
      ).toBeVisible()
      await phone.getByRole('button', { name: `Corrigir pela loja: ${said}` }).click()
      await field.fill(`${said}!`)
      await phone.getByRole('button', { name: 'Corrigir', exact: true }).last().click()
      await expect(desk.message(`${said}!`)).toContainText('editada')
    })

  await test.step('what was answered outside is taken back where the network has it', async () => {
    const davi = phoneOf(meta, 'Davi Reis')
    await davi
      .getByRole('button', { name: /^Apagar pela loja: Respondo daqui/ })
      .last()
      .click()
    await expect(desk.conversation).toContainText(/apagad/)
    await expect(phoneOf(meta, 'Lia Torres').getByRole('button', { name: /^Apagar pela loja/ })).toHaveCount(0)
  })
})
