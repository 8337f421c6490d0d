import { expect, test } from 'vitest'
import { isRefusal } from './is-refusal.ts'

const refusals = {
  pt: [
    'Não',
    'nao',
    'NÃO!',
    'n',
    'ñ',
    '“Não”',
    'não, obrigado',
    'Não quero, valeu',
    'n quero',
    'no quero',
    'no, obrigada',
    'No momento não',
    'no momento não quero',
    'No momento não tenho interesse, obrigado pelo contato de vocês',
    'Agora não.',
    'Hoje não, obrigada!',
    'por enquanto n',
    'Acho que não',
    'Bom dia! Não tenho interesse',
    'Não tem problema, mas não quero',
    'nem pensar',
    'Parar.',
    'SAIR',
    'descadastrar',
  ],
  en: ['No', 'no!', 'No.', 'Nope', 'No thanks', 'no, I’m good', 'No thank you', 'not now', 'I don’t want it', 'stop'],
  es: ['No', 'no gracias', 'No, gracias', 'No quiero', 'no me interesa', 'ahora no', 'Creo que no', 'no. Otro día'],
  tr: ['Hayır', 'hayır teşekkürler', 'Yok, sağ olun', 'İstemiyorum', 'Şimdi değil', 'gerek yok', 'vaktim yok', 'iptal'],
}

const others = {
  pt: [
    'Sim',
    'ok',
    'quero',
    '1',
    'no momento',
    'No momento pode',
    'no sábado pode',
    'No sábado',
    'no meu e-mail',
    'no próximo mês',
    'No aguardo!',
    'Pode mandar no whatsapp',
    'Por que não?',
    'pq não',
    'Como não?',
    'Sim ou não?',
    'Não vejo a hora!',
    'não tem problema',
    'Não quero perder essa',
    'Nova coleção?',
    'noite',
    'nota',
    'sair de casa',
    'pode parar de mandar foto e mandar o preço',
    'Quero saber se a entrega chega no meu bairro até sexta ou se não',
  ],
  en: ['Yes', 'sure', 'Why not?', 'no problem', 'No worries!', 'I know', 'yes or no?', 'now', 'note it'],
  es: ['Sí', 'claro', '¿Por qué no?', '¡Cómo no!', 'no hay problema', 'No veo la hora', 'noche', '¿sí o no?'],
  tr: ['Evet', 'tamam', 'Neden olmasın?', 'sorun yok', 'Sorun değil', 'olur'],
}

const rows = (said: Record<string, string[]>) =>
  Object.entries(said).flatMap(([language, texts]) => texts.map((text) => [language, text] as const))

test.each(rows(refusals))('%s: “%s” says no', (_, text) => expect(isRefusal(text)).toBe(true))

test.each(rows(others))('%s: “%s” does not', (_, text) => expect(isRefusal(text)).toBe(false))

test.each(['', ' ', '👍', '?', '...'])('“%s” does not either', (text) => expect(isRefusal(text)).toBe(false))
