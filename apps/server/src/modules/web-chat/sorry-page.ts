const texts = {
  missing: {
    pt: {
      title: 'Chat não encontrado',
      text: 'Este endereço não leva a nenhum chat. Confira o endereço ou fale com a empresa de outra forma.',
    },
    en: {
      title: 'Chat not found',
      text: 'This address leads to no chat. Check the address, or reach the company in another way.',
    },
    es: {
      title: 'Chat no encontrado',
      text: 'Esta dirección no lleva a ningún chat. Revise la dirección o contacte a la empresa de otra forma.',
    },
    tr: {
      title: 'Sohbet bulunamadı',
      text: 'Bu adres hiçbir sohbete gitmiyor. Adresi kontrol edin veya şirkete başka bir yoldan ulaşın.',
    },
  },
  unavailable: {
    pt: {
      title: 'Chat indisponível',
      text: 'O chat não pode ser aberto agora. Tente de novo mais tarde ou fale com a empresa de outra forma.',
    },
    en: {
      title: 'Chat unavailable',
      text: 'The chat cannot be opened now. Try again later, or reach the company in another way.',
    },
    es: {
      title: 'Chat no disponible',
      text: 'El chat no se puede abrir ahora. Inténtelo más tarde o contacte a la empresa de otra forma.',
    },
    tr: {
      title: 'Sohbet kullanılamıyor',
      text: 'Sohbet şu anda açılamıyor. Daha sonra yeniden deneyin veya şirkete başka bir yoldan ulaşın.',
    },
  },
}

/** Instead of the chat, in the language that the browser asks for first among those we speak. */
export function sorryPage(reason: keyof typeof texts, acceptLanguage: string | undefined): string {
  const asked = (acceptLanguage ?? '').toLowerCase().match(/\b(pt|en|es|tr)\b/)?.[1]
  const language = asked === 'en' || asked === 'es' || asked === 'tr' ? asked : 'pt'
  const { title, text } = texts[reason][language]
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}</style></head>
<body><h1>${title}</h1><p>${text}</p></body>
</html>
`
}
