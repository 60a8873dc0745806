import type { PageTexts } from './texts.ts';

export const fr: PageTexts = {
  language: 'fr',
  title: 'Votre décision',
  greeting: (name) => `Bonjour ${name},`,
  loading: 'Un instant …',
  noScript:
    'Cette page nécessite JavaScript. Activez-le ou demandez à un administrateur de décider à votre place.',
  refusedTitle: 'Ce lien n’est pas valide',
  refused:
    'Quelqu’un, vous peut-être, a peut-être déjà répondu à la question, ou le délai est dépassé. Un message plus récent sur ce groupe contient un nouveau lien.',
  failed: 'La page n’a pas pu être chargée. Vérifiez votre connexion et réessayez.',
  retry: 'Réessayer',
  dueBy: (date) => `Merci de décider avant le ${date}.`,
  group: 'Groupe',
  alias: 'Adresse',
  organisation: 'Organisation',
  facts: {
    responsible: 'Responsable',
    deputy: 'Suppléant',
    former_responsible: 'Ancien responsable',
    requested_by: 'Demandé par',
    new_name: 'Nouveau nom',
    visibility: 'Visibilité',
    people: 'Personnes',
    guests: 'Invités',
    source: 'Système',
    added: 'Arrivent',
    removed: 'Partent',
    properties: 'Propriétés',
    description: 'Description',
    expires: 'Expire le',
    renewed_until: 'Après renouvellement, valable jusqu’au',
    unused_since: 'Inutilisé depuis',
    stage: 'Étape',
    reason: 'Motif',
  },
  values: {
    public: 'public : toute l’organisation peut rejoindre le groupe',
    private: 'privé : les propriétaires décident qui rejoint le groupe',
  },
  choices: 'Votre décision',
  person: 'Indiquez ou choisissez une personne',
  personHint: 'Adresse e-mail',
  displayName: 'Nom du groupe',
  reason: 'Motif (facultatif)',
  reasonRequired: 'Motif',
  send: 'Envoyer la décision',
  sending: 'Envoi …',
  missingChoice: 'Choisissez une des options.',
  missingReason: 'Indiquez un motif.',
  missingPerson: 'Indiquez une adresse e-mail.',
  missingDecisions: 'Choisissez une réponse pour chaque personne.',
  roles: { owner: 'Propriétaire', guest: 'Invité' },
  personDecisions: { keep: 'Reste', remove: 'Part', unsure: 'Incertain' },
  doneTitle: 'Merci',
  done: 'Votre décision est enregistrée. Vous pouvez fermer cette page.',
  signInTitle: 'Connectez-vous',
  signIn:
    'Pour cette décision, connectez-vous avec le compte de votre organisation. Vous reviendrez ensuite sur cette page.',
  signInButton: 'Se connecter',
  signInFailed:
    'La connexion a échoué. Réessayez ou demandez à un administrateur de décider à votre place.',
  mine: {
    title: 'Mes groupes',
    signIn:
      'Connectez-vous avec le compte de votre organisation pour voir vos groupes et les questions ouvertes.',
    signedInAs: (email) => `Connecté en tant que ${email}.`,
    tasks: 'Votre décision est attendue',
    noTasks: 'Aucune décision n’est attendue',
    decide: 'Décider',
    groups: 'Vos groupes',
    noGroups: 'Vous n’êtes dans aucun groupe',
    more: 'Vous êtes dans plus de groupes que cette page n’en montre.',
    back: 'Retour à mes groupes',
    roles: {
      responsible: 'responsable',
      deputy: 'suppléant',
      owner: 'propriétaire',
      member: 'membre',
    },
    states: {
      being_created: 'en cours de création',
      active: 'actif',
      archived: 'archivé',
      deleted: 'supprimé',
      gone: 'retiré',
      ended: 'n’est plus géré',
      failed: 'non créé',
    },
    expires: (date) => `expire le ${date}`,
  },
  kinds: {
    renew: {
      question: (group) => `Le groupe « ${group} » est-il encore utile ?`,
      explanation: 'Un groupe que personne ne renouvelle est fermé.',
      decisions: {
        renew: { label: 'Oui, le garder', hint: 'Le groupe continue d’exister.' },
        let_expire: {
          label: 'Non, le laisser expirer',
          hint: 'Le groupe est fermé à sa date d’expiration.',
        },
      },
    },
    review: {
      question: (group) =>
        `Les propriétaires et les invités de « ${group} » sont-ils encore les bons ?`,
      explanation: 'Décidez pour chaque personne. En cas de doute, la personne reste.',
      people: 'La personne a-t-elle encore sa place dans le groupe ?',
      decisions: {
        confirm: {
          label: 'Confirmer',
          hint: 'Les personnes qui partent perdent leur place dans le groupe.',
        },
      },
    },
    approve: {
      question: (group) => `Faut-il créer le groupe « ${group} » ?`,
      explanation: 'Un système a demandé ce groupe. Il n’est créé qu’avec votre accord.',
      decisions: {
        approve: { label: 'Approuver', hint: 'Le groupe est créé.' },
        amend: {
          label: 'Approuver sous un autre nom',
          hint: 'Le groupe est créé sous le nom que vous saisissez.',
        },
        reject: { label: 'Refuser', hint: 'Le groupe n’est pas créé. Un motif est obligatoire.' },
      },
    },
    approve_change: {
      question: (group) => `Faut-il modifier le groupe « ${group} » ?`,
      explanation:
        'Cette modification a été demandée. Le groupe n’est modifié qu’avec votre accord.',
      decisions: {
        approve: { label: 'Approuver', hint: 'Le groupe est modifié.' },
        amend: {
          label: 'Approuver sous un autre nom',
          hint: 'Le groupe est modifié et reçoit le nom que vous saisissez.',
        },
        reject: { label: 'Refuser', hint: 'Le groupe reste tel quel. Un motif est obligatoire.' },
      },
    },
    approve_delete: {
      question: (group) => `Faut-il supprimer le groupe « ${group} » ?`,
      explanation:
        'Cette suppression a été demandée. Le groupe et son contenu ne sont supprimés qu’avec votre accord. Un administrateur peut les restaurer pendant 30 jours.',
      decisions: {
        approve: { label: 'Approuver', hint: 'Le groupe est supprimé.' },
        reject: { label: 'Refuser', hint: 'Le groupe reste tel quel. Un motif est obligatoire.' },
      },
    },
    approve_adoption: {
      question: (group) =>
        `Le groupe « ${group} » doit-il suivre les règles de votre organisation ?`,
      explanation:
        'Le groupe a été créé dans Microsoft 365. Avec votre accord, il a un responsable et suit un modèle. Ses membres et son contenu restent.',
      decisions: {
        approve: { label: 'Approuver', hint: 'Le groupe est adopté.' },
        reject: {
          label: 'Refuser',
          hint: 'Le groupe reste tel quel, et personne n’est plus interrogé.',
        },
      },
    },
    name_deputy: {
      question: (group) => `Qui est suppléant pour « ${group} » ?`,
      explanation:
        'Le groupe n’a pas de suppléant. Le suppléant prend le relais si le responsable part.',
      people: 'Suggestions',
      decisions: {
        name: {
          label: 'Nommer un suppléant',
          hint: 'La personne devient propriétaire du groupe.',
        },
      },
    },
    take_over: {
      question: (group) => `Reprenez-vous le groupe « ${group} » ?`,
      explanation: 'Plus personne n’est responsable de ce groupe.',
      decisions: {
        accept: {
          label: 'Oui, je le reprends',
          hint: 'Vous devenez responsable et propriétaire du groupe.',
        },
        decline: {
          label: 'Non',
          hint: 'Les autres personnes sollicitées peuvent encore accepter.',
        },
      },
    },
    add_owner: {
      question: (group) => `Qui devient propriétaire de « ${group} » en plus ?`,
      explanation: 'Le groupe a moins de propriétaires en mesure d’agir que son modèle n’en exige.',
      people: 'Suggestions',
      decisions: {
        add: {
          label: 'Désigner un propriétaire',
          hint: 'La personne devient propriétaire du groupe.',
        },
      },
    },
    confirm_removals: {
      question: (group) => `Ces personnes quittent-elles « ${group} » ?`,
      explanation:
        'Un système ne nomme plus tant de personnes qu’elles restent jusqu’à ce que quelqu’un décide. Il s’agit peut-être d’une erreur, comme une liste vide.',
      decisions: {
        remove: {
          label: 'Retirer les personnes',
          hint: 'Elles quittent le groupe. Le système avait raison.',
        },
        keep: {
          label: 'Garder les personnes',
          hint: 'Elles restent, et aucun système ne les retire ensuite.',
        },
      },
    },
    still_needed: {
      question: (group) => `Le groupe « ${group} » est-il encore nécessaire ?`,
      explanation:
        'Les rapports de Microsoft 365 ne montrent aucune utilisation depuis un certain temps : ni messages dans les canaux, ni courrier, ni travail sur des fichiers.',
      decisions: {
        needed: {
          label: 'Oui, il est nécessaire',
          hint: 'Le groupe reste, et personne ne demande pendant un certain temps.',
        },
        not_needed: {
          label: 'Non, il n’est pas nécessaire',
          hint: 'Le groupe expirera. Vous recevrez des rappels et pourrez encore le renouveler.',
        },
      },
    },
    contested: {
      question: (group) => `Un autre outil modifie « ${group} » sans cesse. Quelle valeur compte ?`,
      explanation:
        'La fiche du groupe a été rétablie deux fois, et chaque fois un autre outil a réécrit sa valeur.',
      decisions: {
        repair: {
          label: 'Rétablir la fiche',
          hint: 'L’annuaire reçoit la valeur de la fiche. Arrêtez d’abord l’autre outil.',
        },
        accept: {
          label: 'Garder la valeur actuelle',
          hint: 'La fiche reçoit la valeur que l’annuaire a maintenant.',
        },
      },
    },
    hand_back: {
      question: (group) => `Faut-il rendre le groupe « ${group} » ?`,
      explanation:
        'L’ancien responsable est de nouveau disponible. La décision vous revient, car vous en êtes responsable maintenant.',
      decisions: {
        hand_back: {
          label: 'Oui, le rendre',
          hint: 'L’ancien responsable le redevient. Vous restez propriétaire.',
        },
        keep: { label: 'Non, le garder', hint: 'Vous restez responsable.' },
      },
    },
    accept_responsibility: {
      question: (group) => `Acceptez-vous la responsabilité de « ${group} » ?`,
      explanation:
        'Le responsable répond du groupe : il le renouvelle, vérifie ses membres et désigne un suppléant.',
      decisions: {
        accept: { label: 'Oui, j’accepte', hint: 'Vous restez responsable.' },
        pass_on: {
          label: 'Transmettre',
          hint: 'La personne désignée devient responsable. Vous restez propriétaire.',
        },
        decline: {
          label: 'Non',
          hint: 'Quelqu’un d’autre est recherché. Vous restez responsable jusque-là. Un motif est obligatoire.',
        },
      },
    },
    accept_deputy_role: {
      question: (group) => `Acceptez-vous la suppléance de « ${group} » ?`,
      explanation: 'Le suppléant prend le relais si le responsable part.',
      decisions: {
        accept: { label: 'Oui, j’accepte', hint: 'Vous restez suppléant.' },
        pass_on: {
          label: 'Transmettre',
          hint: 'La personne désignée devient suppléante. Vous restez propriétaire.',
        },
        decline: {
          label: 'Non',
          hint: 'Quelqu’un d’autre est recherché. Vous restez suppléant jusque-là. Un motif est obligatoire.',
        },
      },
    },
  },
};
