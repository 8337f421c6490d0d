-- The terms that those who sign up accept. A change is a new version; none is changed or removed. Not a tenant table:
-- only the operator's connection reads and writes it.
create table terms (
  version            integer generated always as identity primary key,
  text               text not null check (text <> ''),
  created_by_user_id bigint,                 -- of the platform's company; null: the first version
  created_at         timestamptz not null default now()
);
grant select, insert on terms to guiche_operator;

insert into terms (text) values (
'Termos de uso

1. O serviço serve para o atendimento aos clientes da sua empresa por aplicativos de mensagens. Quem o contrata responde pelo uso que a sua equipe faz dele.

2. É proibido enviar mensagens não solicitadas em massa, conteúdo ilegal ou conteúdo que viole direitos de outras pessoas. Também valem as regras dos aplicativos de mensagens conectados.

3. Cada pessoa usa o seu próprio acesso e guarda a sua senha. Quem administra a empresa cria e retira os acessos da equipe.

4. Os dados dos clientes pertencem à sua empresa, que decide sobre eles (controladora). A plataforma os trata somente para prestar o serviço (operadora), de acordo com a Lei Geral de Proteção de Dados (Lei nº 13.709/2018).

5. Depois do período de teste, o serviço continua enquanto a assinatura estiver em dia. Quando a empresa é encerrada, os seus dados são apagados depois de 30 dias.

6. Estes termos podem mudar. A versão que você aceita fica registrada, com a data e o endereço de rede.');

-- Who accepted which version, when and from where. Nobody changes an entry.
create table terms_acceptances (
  company_id  integer not null,
  user_id     bigint not null,
  version     integer not null references terms (version),
  address     inet not null,
  accepted_at timestamptz not null default now(),
  primary key (company_id, user_id, version),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call wall_in('terms_acceptances', 'select');
revoke update, delete on terms_acceptances from guiche_operator;
