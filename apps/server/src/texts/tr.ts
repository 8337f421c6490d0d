import type { Texts } from './texts.ts'

export const tr: Texts = {
  transferred: {
    toAttendant: (name) =>
      `*Otomatik mesaj*:\nTalebiniz *${name}* adlı temsilciye aktarıldı. Lütfen bekleyin, kısa süre içinde devam edeceğiz.`,
    toQueue: (name) =>
      `*Otomatik mesaj*:\nTalebiniz *${name}* bölümüne aktarıldı. Lütfen bekleyin, kısa süre içinde devam edeceğiz.`,
  },
  noRating: 'Geçersiz seçenek, lütfen tekrar deneyin.',
  bot: {
    invalidOption: 'Geçersiz seçenek, lütfen aşağıdaki seçeneklerden birini seçin:',
    leave: { word: 'Çıkış', label: 'Sohbeti bitir' },
    back: 'Ana menüye dön',
    backTitle: 'Ana menü',
    choose: 'Bir seçenek seçin',
    consent: { question: 'Kişisel verilerimin işlenmesi hakkında bilgilendirildim.', yes: 'Evet', no: 'Hayır' },
    audioRefused:
      '*Sanal Asistan*:\nMaalesef bu kanalda sesli mesajları dinleyemiyor ve videoları izleyemiyoruz. Lütfen *yazılı* bir mesaj gönderin.',
  },
  serviceStopped: {
    toCustomer: '*Sanal Asistan*:\nŞu anda yanıt veremiyorum. Konuşmayı bir temsilci sürdürecek.',
    note: (name, reason) =>
      `${name === null ? 'Otomatik asistan' : `“${name}” asistanı`} yanıt vermeyi bıraktı: ${reason}. Müşteri bir temsilci bekliyor.`,
    reasons: {
      refusedAddress: 'adresine izin verilmiyor',
      unreachable: 'hizmete ulaşılamadı',
      timeout: 'hizmet zamanında yanıt vermedi',
      tooLarge: 'yanıt çok büyüktü',
      notJson: 'yanıt okunamadı',
      status: 'hizmet hata ile yanıt verdi',
      badAnswer: 'yanıt boştu veya anlamsızdı',
      notAllowed: 'anahtarı veya erişimi reddedildi',
      limit: 'hizmetin kapasitesi veya kredisi yok',
      breakerOpen: 'hizmet art arda birkaç kez başarısız oldu ve duraklatıldı',
      busy: 'hizmet çok meşgul',
      late: 'mesaj çok uzun bekledi',
      tried: 'soru birkaç kez yarıda kesildi',
      gone: 'kapatıldı veya silindi',
      broken: 'hizmete sorulamadı',
      loop: 'otomatik mesaj sınırına ulaşıldı',
      targetGone: 'var olmayan bir kuyruk veya temsilci belirtti',
    },
  },
  callsPerson: 'Bir dakika: sizinle devam etmesi için ekipten birini çağırıyorum.',
  story: { mention: 'Bir hikâyede sizden bahsetti', reply: 'Hikâyenize yanıt verdi' },
  fileTooLarge: 'Burada alınamayacak kadar büyük bir dosya gönderdi',
  order: 'Katalogdan sipariş verdi',
  optOut: {
    out: '*Otomatik mesaj*:\nTamam, artık kampanyalarımızı almayacaksınız. Fikrinizi değiştirirseniz 7 gün içinde *GERİ* yazın.',
    back: '*Otomatik mesaj*:\nTekrar hoş geldiniz! Kampanyalarımızı yeniden alacaksınız. Ayrılmak için *STOP* yazın.',
  },
  integration: { notUnderstood: 'Sorunuzu anlayamadım.' },
  callsRefused:
    '*Otomatik mesaj:*\n\nBu WhatsApp’ta sesli ve görüntülü aramalar kapalı, lütfen yazılı mesaj gönderin. Teşekkürler',
  calls: {
    voice: {
      ringing: (time) => `Sesli arama, ${time}`,
      missed: (time) => `Cevapsız sesli arama, ${time}`,
      refused: (time) => `Reddedilen sesli arama, ${time}`,
      answered: (time) => `Yanıtlanan sesli arama, ${time}`,
    },
    video: {
      ringing: (time) => `Görüntülü arama, ${time}`,
      missed: (time) => `Cevapsız görüntülü arama, ${time}`,
      refused: (time) => `Reddedilen görüntülü arama, ${time}`,
      answered: (time) => `Yanıtlanan görüntülü arama, ${time}`,
    },
  },
  timesOfDay: { night: 'Merhaba', morning: 'Günaydın', afternoon: 'İyi günler', evening: 'İyi akşamlar' },
  dateAndHour: (date, hour) => `${date} ${hour}`,
  unnamed: { person: 'Ziyaretçi', group: 'Grup' },
  contactSheet: {
    name: 'Ad',
    number: 'Numara',
    email: 'E-posta',
    tags: 'Etiketler',
    extra: 'Ek bilgiler',
    status: 'Durum',
    active: 'Etkin',
    blocked: 'Engellenmiş',
  },
  exampleSheet: { city: 'Şehir' },
  refusedSheet: {
    line: 'Satır',
    reason: 'Neden',
    fields: {
      name: 'Ad',
      number: 'Numara',
      email: 'E-posta',
      variable: 'Değişken',
      list: 'Liste',
    },
    rules: {
      required: 'eksik',
      tooShort: 'çok kısa',
      tooLong: 'çok uzun',
      invalid: 'geçersiz',
      tooMany: 'çok fazla',
      excel:
        'Excel tarafından kısaltılmış (1,19E+12 gibi): son rakamlar kayboldu. Sütunu metin olarak biçimlendirip numarayı yeniden yazın',
      noAreaCode: 'alan kodu yok',
      areaCode: 'bu alan kodu yok',
      full: 'listede zaten 1.000.000 kişi var, en fazlası bu',
    },
  },
  campaignSheet: {
    reason: 'Neden',
    variant: 'Metin',
    connection: 'Bağlantı',
    requestedAt: 'Onay istendi',
    confirmedAt: 'Onaylandı',
    reachedAt: 'Gönderildi',
    answeredAt: 'Yanıtlandı',
    states: {
      waiting: 'Bekliyor',
      reserved: 'Gönderilmekte',
      sent: 'Gönderildi',
      delivered: 'Teslim edildi',
      read: 'Okundu',
      answered: 'Yanıtlandı',
      failed: 'Başarısız',
      uncertain: 'Belirsiz',
      skipped: 'Dışarıda bırakıldı',
    },
    reasons: {
      invalid: 'Geçersiz numara',
      group: 'Bir grup',
      own: 'Şirketin numarası',
      blocked: 'Engellenmiş kişi',
      declined: 'Almak istemedi',
      optedOut: 'Kampanya almak istemiyor',
      cap: 'Bu hafta zaten çok kampanya aldı',
      templateValues: 'Kişi için şablonun bir değeri eksik',
      erased: 'Gönderimden önce kişi silindi',
      talking: 'Temsilciyle konuşuyor',
      ERR_WAPP_INVALID_CONTACT: 'WhatsApp olmayan numara',
      ERR_SENDING_WAPP_MSG: 'WhatsApp gönderimi onaylamadı',
      ERR_CAMPAIGN_STOPPED: 'Kampanya bu sırada iptal edildi',
      ERR_OPTED_OUT: 'Kampanya almak istemiyor',
      ERR_MARKETING_HELD_BACK: 'Meta pazarlama mesajını tuttu',
      ERR_MARKETING_STOPPED: 'WhatsApp’ta pazarlama mesajlarını durdurdu',
    },
    ofFailed: '(başarısız)',
  },
  optOutSheet: {
    at: 'Başlangıç',
    source: 'Nasıl',
    word: 'Sözcük',
    campaign: 'Kampanya',
    user: 'Temsilci',
    reason: 'Neden',
    nobody: 'Kişilerde yok',
    sources: { word: 'Kendisi yazdı', attendant: 'Bir temsilci', import: 'Bir tabloyla', network: "WhatsApp'ta" },
  },
  reportSheet: {
    ticket: 'Ticket',
    connection: 'Bağlantı',
    queue: 'Kuyruk',
    user: 'Temsilci',
    status: 'Durum',
    begin: 'Başlangıç',
    accepted: 'Kabul zamanı',
    end: 'Kapanış',
    wait: 'Kabule kadar bekleme',
    service: 'Hizmet süresi',
    total: 'Toplam süre',
    rating: 'Değerlendirme',
    ratingBest: 'En yüksek puan',
    ratingComment: 'Puanın nedeni',
    lastMessage: 'Son mesaj',
    waitedFrom: 'Bekleme başı',
    waitedTo: 'Bekleme sonu',
    waited: 'Bekleme süresi',
    waitedInService: 'Hizmet saatlerinde',
    answeredBy: 'Yanıtlayan',
    unanswered: 'Kimse',
    sentAt: 'Zaman',
    direction: 'Yön',
    author: 'Kimden',
    text: 'Metin',
    file: 'Dosya',
    names: { conversations: 'Hizmet raporu', waits: 'Bekleme raporu', messages: 'Mesaj raporu' },
    statuses: {
      ABERTO: 'İşlemde',
      FECHADO: 'Kapalı',
      PENDENTE: 'Bekliyor',
      GRUPO: 'Grup',
      NPS: 'Puan bekliyor',
      LGPD: 'Onay bekleniyor',
    },
    directions: { received: 'Gelen', sent: 'Giden', note: 'Özel not' },
    origins: {
      phone: 'Telefon',
      bot: 'Chatbot',
      campaign: 'Kampanya',
      schedule: 'Zamanlanmış mesaj',
      api: 'API',
      system: 'Otomatik mesaj',
    },
  },
  placeInQueue: (place) => `*Sanal Asistan:*\n{{ms}} *{{name}}*, sıradaki yeriniz: *${place}*`,
  findingAttendant: '*Sanal Asistan*: Size bir temsilci bulurken lütfen bekleyin...',
  push: {
    message: 'Yeni mesaj',
    transferred: (name) => (name ? `${name} size aktardı` : 'Size aktarıldı'),
    transferredToQueue: (name) => `${name} kuyruğuna aktarıldı`,
    kinds: {
      image: 'Görsel',
      audio: 'Ses',
      video: 'Video',
      document: 'Belge',
      location: 'Konum',
      contact: 'Kişi',
      sticker: 'Çıkartma',
    },
  },
  mails: {
    foot: 'Bu ileti Guichê tarafından gönderildi. Lütfen yanıtlamayın.',
    test: {
      subject: 'Guichê: e-posta denemesi',
      text: (address) => `${address} adresindeki Guichê e-posta sunucusu çalışıyor: bu ileti onun üzerinden geçti.`,
    },
    recoveryCode: {
      subject: 'Guichê parolanızı kurtarma kodunuz',
      text: (code) =>
        `Guichê parolanızı kurtarma kodunuz: ${code}. Kod 10 dakika geçerlidir. Bu kodu siz istemediyseniz bu iletiyi dikkate almayın ve kodu kimseye söylemeyin.`,
    },
    onCall: {
      subject: 'Bir müşteri yanıtınızı bekliyor',
      text: (customer, link) => `\u200eYeni talep yanıtınızı bekliyor: ${customer}\n${link}`,
    },
    passwordChanged: {
      subject: 'Guichê parolanız değiştirildi',
      text: (login) =>
        `Guichê hesabınızın (${login}) parolası az önce değiştirildi. Bunu siz yapmadıysanız şirketinizin yöneticisine haber verin.`,
    },
    receipt: {
      subject: ({ invoice }) => `Guichê ${invoice} numaralı faturanın makbuzu`,
      text: ({ company, invoice, plan, amount, paidOn, dueDate, link }) =>
        `Merhaba ${company}!\n\n${paidOn} tarihinde ${invoice} numaralı fatura (${plan}) için ${amount} aldık. Guichê lisansınız ${dueDate} tarihine kadar geçerli.\n\nFaturalarınız: ${link}`,
    },
  },
  subscription: {
    fiveDays: {
      subject: 'Guichê aboneliğinizin son ödeme gününe {days} gün kaldı',
      text: 'Merhaba {company},\n\nGuichê aboneliğinizin son ödeme günü {dueDate}. Kalan gün: {days}. Tutar: {amount}.\n\nPix ile ödemek için {link} adresine gidin.\n\nÖdeme yaptıysanız bu bildirimi dikkate almayın.',
    },
    oneDay: {
      subject: 'Guichê aboneliğinizin son ödeme günü yarın',
      text: 'Merhaba {company},\n\nGuichê aboneliğinizin son ödeme günü yarın: {dueDate}. Tutar: {amount}.\n\nPix ile ödemek için {link} adresine gidin.\n\nÖdeme yaptıysanız bu bildirimi dikkate almayın.',
    },
    due: {
      subject: 'Guichê aboneliğinizin son ödeme günü: {dueDate}',
      text: 'Merhaba {company},\n\nGuichê aboneliğinizin son ödeme günü {dueDate}. Tutar: {amount}.\n\nPix ile ödemek için {link} adresine gidin. Ödeme yapılmazsa erişim engellenecek. Kalan gün: {days}.\n\nÖdeme yaptıysanız bu bildirimi dikkate almayın.',
    },
    blocked: {
      subject: 'Şirketinizin Guichê erişimi engellendi',
      text: 'Merhaba {company},\n\nGuichê aboneliğinizin son ödeme günü {dueDate} idi ve erişim engellendi. Müşterilerinizin mesajları alınmaya ve saklanmaya devam ediyor, ancak kimse yanıt veremiyor; bot da veremiyor.\n\nYeniden hizmet vermek için {link} adresinden Pix ile {amount} ödeyin. Ödeme onaylanır onaylanmaz erişim geri gelir.',
    },
  },
  numbers: {
    pendingNow: {
      label: 'Bekleyen sohbetler',
      sentence:
        'Şu anda kimsenin ilgilenmediği talepler: kuyrukta, botta ya da müşterinin onayını bekliyorlar. Dönem uygulanmaz.',
    },
    openNow: { label: 'Aktif sohbetler', sentence: 'Şu anda bir temsilcinin ilgilendiği talepler. Dönem uygulanmaz.' },
    waitingNow: {
      label: 'Şu anki bekleme',
      sentence: 'Şu anda yanıt bekleyen müşterilerin ortalama ne kadar süredir beklediği. Dönem uygulanmaz.',
    },
    ratingNow: {
      label: 'Değerlendirme bekleyenler',
      sentence: 'Müşterisinden değerlendirme istenen ve henüz yanıt gelmeyen talepler. Dönem uygulanmaz.',
    },
    started: {
      label: 'Toplam hizmet',
      sentence:
        'Dönemde başlayan hizmetler. Bir hizmet, müşteri geldiğinde ya da bir talep yeniden açıldığında başlar; yeniden açılan talep tekrar sayılır.',
    },
    finished: {
      label: 'Tamamlanan sohbetler',
      sentence: 'Dönemde biten hizmetler; müşterinin değerlendirmesini bekleyenler de dahildir.',
    },
    finishedByPeople: {
      label: 'Kişilerin tamamladıkları',
      sentence: 'Tamamlananlardan, sonunda bir temsilcisi olanlar ya da bir kişinin kapattıkları.',
    },
    finishedByBots: {
      label: 'Botun tamamladıkları',
      sentence: 'Tamamlananlardan, hiçbir temsilci olmadan bitenler: bot tarafından ya da kimse yazmadığı için.',
    },
    finishedUnanswered: {
      label: 'Yanıtsız tamamlananlar',
      sentence: 'Tamamlananlardan, müşterinin yanıt beklediği ve bir kişiden hiç yanıt almadıkları.',
    },
    closed: {
      label: 'Kapatılan sohbetler',
      sentence: 'Dönemde tamamen kapatılan hizmetler: müşterinin değerlendirmesi geldi ya da artık beklenmiyor.',
    },
    leads: { label: 'Yeni müşteri adayları', sentence: 'İlk hizmeti bu dönemde başlayan kişiler.' },
    serviceTime: {
      label: 'Ortalama hizmet süresi',
      sentence:
        'Dönemde biten hizmetlerde, ilk temsilcinin kabul etmesinden sona kadar geçen ortalama süre. Saatin her anı sayılır.',
    },
    pickupTime: {
      label: 'Ortalama kabul süresi',
      sentence: 'Dönemde biten hizmetlerde, başlangıçtan ilk temsilcinin kabul etmesine kadar geçen ortalama süre.',
    },
    waitTime: {
      label: 'Ortalama bekleme süresi',
      sentence:
        'Müşterilerin, dönemde bir kişinin verdiği her yanıt için beklediği ortalama süre; telefondan verilenler de dahildir. Saatin her anı sayılır; otomatik yanıtlar beklemeyi bitirmez.',
    },
    waitServiceTime: {
      label: 'Hizmet saatlerinde ortalama bekleme',
      sentence: 'Aynı beklemeler, yalnızca hizmet saatleri içindeki süre sayılarak.',
    },
    firstWaitTime: { label: 'Ortalama ilk yanıt süresi', sentence: 'Aynı beklemelerden, her hizmetin yalnızca ilki.' },
    unansweredWaits: {
      label: 'Yanıtsız beklemeler',
      sentence: 'Talep kapatıldığı için dönemde bir kişiden yanıt alınmadan biten müşteri beklemeleri.',
    },
    rated: { label: 'Değerlendirmeler', sentence: 'Müşterinin dönemde değerlendirdiği hizmetler.' },
    unrated: {
      label: 'Değerlendirilmeyenler',
      sentence: 'Değerlendirme istenmiş olsun ya da olmasın, dönemde değerlendirmesiz tamamen kapatılan hizmetler.',
    },
    score: {
      label: 'Ortalama puan',
      sentence:
        'Dönemde verilen değerlendirmelerin 0 ile 5 yıldız arasındaki ortalaması. Başka ölçeklerdekiler, ölçeğin en iyi puanına göre çevrilir.',
    },
    great: { label: 'Çok iyi', sentence: 'Dönemin, beş yüzün en iyisine denk gelen değerlendirmeleri.' },
    good: { label: 'İyi', sentence: 'Dönemin, beş yüzün üçüncüsüne ya da dördüncüsüne denk gelen değerlendirmeleri.' },
    bad: { label: 'Kötü', sentence: 'Dönemin, beş yüzün birincisine ya da ikincisine denk gelen değerlendirmeleri.' },
    promoters: {
      label: 'Destekleyenler',
      sentence:
        '0 ile 10 arası ölçekte dönemin 9 ve 10 değerlendirmeleri. NPS, bunların yüzdesinden kötüleyenlerin yüzdesinin çıkarılmasıdır.',
    },
    passives: { label: 'Pasifler', sentence: '0 ile 10 arası ölçekte dönemin 7 ve 8 değerlendirmeleri.' },
    detractors: { label: 'Kötüleyenler', sentence: '0 ile 10 arası ölçekte dönemin 0 ile 6 arası değerlendirmeleri.' },
  },
  webChat: {
    joined: (name) => `${name} sohbete katıldı`,
    ended: 'Sohbet sona erdi',
    missing: {
      title: 'Sohbet bulunamadı',
      text: 'Bu adres hiçbir sohbete gitmiyor. Adresi kontrol edin veya şirkete başka bir yoldan ulaşın.',
    },
    unavailable: {
      title: 'Sohbet kullanılamıyor',
      text: 'Sohbet şu anda açılamıyor. Daha sonra yeniden deneyin veya şirkete başka bir yoldan ulaşın.',
    },
  },
}
