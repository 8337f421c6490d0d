import type { Bot } from '@guiche/bot-testserver'

/** A talk with every kind of bubble and of choice. Whoever wants a person waits in `personsQueue`. */
export function typebotTalk(filesUrl: string, personsQueue: number): Bot['groups'] {
  const picture = (name: string) => `${filesUrl}/${name}.jpg`
  return {
    start: [{ text: 'Olá, {{pushName}}! Eu sou o Typebot da Casa Aurora.' }, { goTo: 'menu' }],
    menu: [
      { text: 'O que você quer ver?' },
      {
        input: {
          id: 'menu',
          type: 'choice input',
          items: [
            { id: 'bubbles', content: 'Todo tipo de mensagem', goTo: 'bubbles' },
            { id: 'questions', content: 'Todo tipo de escolha', goTo: 'questions' },
            { id: 'person', content: 'Falar com uma pessoa', goTo: 'person' },
          ],
        },
      },
    ],
    bubbles: [
      {
        bubble: {
          id: 'rich',
          type: 'text',
          content: {
            richText: [
              { type: 'h2', children: [{ text: 'Sofá Lua' }] },
              {
                type: 'p',
                children: [
                  { text: 'Três lugares, ' },
                  { text: 'entrega grátis', bold: true },
                  { text: ' e ' },
                  { text: 'dez anos', italic: true },
                  { text: ' de garantia. De ' },
                  { text: 'R$ 2.490', strikethrough: true },
                  { text: ' por R$ 1.990.' },
                ],
              },
              {
                type: 'ul',
                children: ['linho', 'veludo'].map((word) => ({
                  type: 'li',
                  children: [{ type: 'lic', children: [{ text: word }] }],
                })),
              },
            ],
          },
        },
      },
      { bubble: { type: 'image', content: { url: picture('sofa') } } },
      { bubble: { type: 'video', content: { type: 'url', url: `${filesUrl}/video.webm` } } },
      { bubble: { type: 'audio', content: { url: `${filesUrl}/boas-vindas.ogg` } } },
      { bubble: { type: 'embed', content: { url: `${filesUrl}/catalogo.pdf` } } },
      {
        bubble: {
          type: 'video',
          content: { type: 'youtube', id: 'aurora', url: 'https://www.youtube.com/watch?v=aurora' },
        },
      },
      { action: { type: 'wait', wait: { secondsToWaitFor: 2 } } },
      { goTo: 'menu' },
    ],
    questions: [
      { text: 'Qual é o seu e-mail?' },
      { input: { id: 'email', type: 'email input', saveTo: 'email' } },
      { text: 'Quais cômodos você quer mobiliar? Pode escolher vários, como 1, 3.' },
      {
        input: {
          id: 'rooms',
          type: 'choice input',
          options: { isMultipleChoice: true },
          items: ['Sala', 'Quarto', 'Escritório'].map((content, nth) => ({ id: `room${nth}`, content })),
          saveTo: 'rooms',
        },
      },
      { text: 'De qual você gostou mais?' },
      {
        input: {
          id: 'favourite',
          type: 'picture choice input',
          items: [
            { id: 'sofa', title: 'Sofá Lua', description: 'R$ 1.990', pictureSrc: picture('sofa') },
            { id: 'lamp', title: 'Luminária Sol', description: 'R$ 290', pictureSrc: picture('lamp') },
          ],
          saveTo: 'favourite',
        },
      },
      { text: 'Que nota você dá a esta conversa?' },
      { input: { id: 'stars', type: 'rating input', options: { length: 5 }, saveTo: 'stars' } },
      { text: 'Anotei: {{email}}; {{rooms}}; {{favourite}}; nota {{stars}}.' },
    ],
    person: [{ text: 'Vou chamar alguém da loja.' }, { text: `#{"queueId":${personsQueue}}` }],
  }
}
