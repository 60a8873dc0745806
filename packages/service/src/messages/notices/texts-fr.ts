import type { Texts } from './texts.ts';

export const fr: Texts = {
  subjectOfQuestion: (kind, group) =>
    ({
      renew: `Avez-vous encore besoin de « ${group} » ?`,
      review: `Veuillez vérifier les personnes de « ${group} »`,
      approve: `Veuillez approuver ou refuser « ${group} »`,
      approve_change: `Veuillez approuver ou refuser une modification de « ${group} »`,
      approve_delete: `Veuillez approuver ou refuser la suppression de « ${group} »`,
      approve_adoption: `« ${group} » doit-il suivre les règles de votre organisation ?`,
      name_deputy: `« ${group} » a besoin d’un suppléant`,
      take_over: `« ${group} » a besoin d’un responsable`,
      add_owner: `« ${group} » a besoin d’un propriétaire de plus`,
      hand_back: `« ${group} » peut être rendu`,
      accept_responsibility: `Acceptez-vous la responsabilité de « ${group} » ?`,
      accept_deputy_role: `Acceptez-vous la suppléance de « ${group} » ?`,
      confirm_removals: `Une liste retire beaucoup de personnes de « ${group} »`,
      still_needed: `« ${group} » est-il encore nécessaire ?`,
      contested: `Un autre outil modifie « ${group} » sans cesse`,
    })[kind],
  subjectOfQuestions: (count) => `${count} groupes attendent votre décision`,
  subjectOfNews: (group) => `Du nouveau pour « ${group} »`,
  subjectOfManyNews: (count) => `Du nouveau pour ${count} de vos groupes`,
  questions: 'Votre décision est attendue',
  news: 'Pour votre information',
  sentences: {
    renew: ({ date, unanswered }) =>
      `Ce groupe expire le ${date}. ${
        unanswered === 'delete'
          ? 'Sans renouvellement, il sera supprimé.'
          : unanswered === 'keep'
            ? 'Dites-nous s’il est encore nécessaire.'
            : 'Sans renouvellement, il sera archivé : tous peuvent le lire, personne ne peut le modifier.'
      }`,
    review: ({ date, unanswered }) =>
      `Veuillez vérifier d’ici le ${date} si les personnes de ce groupe en font encore partie.${
        unanswered === 'remove_guests'
          ? ' Les invités que personne ne confirme seront retirés.'
          : unanswered === 'archive'
            ? ' Sans réponse, le groupe sera archivé.'
            : ''
      }`,
    approve: ({ date, person }) =>
      `${person === undefined ? 'Un système' : person} a demandé ce nouveau groupe. Il sera créé dès que vous l’approuverez. Veuillez décider d’ici le ${date}.`,
    approve_change: ({ date, person }) =>
      `${person === undefined ? 'Un système' : person} a demandé une modification de ce groupe. Il sera modifié dès que vous l’approuverez. Veuillez décider d’ici le ${date}.`,
    approve_delete: ({ date, person }) =>
      `${person === undefined ? 'Un système' : person} a demandé la suppression de ce groupe. Il sera supprimé dès que vous l’approuverez. Veuillez décider d’ici le ${date}.`,
    approve_adoption: ({ date }) =>
      `Ce groupe a été créé dans Microsoft 365. Avec votre accord, il suit les règles de votre organisation : il a un responsable et il est suivi. Ses membres et son contenu restent. Veuillez décider d’ici le ${date}. Sans réponse, il reste tel quel.`,
    name_deputy: ({ date }) =>
      `Ce groupe n’a pas de suppléant. Veuillez désigner${date === undefined ? '' : ` d’ici le ${date}`} une personne qui en répond en votre absence.`,
    take_over: ({ date }) =>
      `Personne n’est responsable de ce groupe. Le reprenez-vous ? Veuillez décider${date === undefined ? '' : ` d’ici le ${date}`}.`,
    add_owner: () =>
      'Ce groupe a moins de propriétaires qu’il n’en faut. Veuillez en désigner un de plus.',
    hand_back: ({ person, date }) =>
      `${person ?? 'L’ancien responsable'} est de nouveau disponible. Faut-il lui rendre ce groupe ?${date === undefined ? '' : ` Sans réponse d’ici le ${date}, vous le gardez.`}`,
    accept_responsibility: ({ date }) =>
      `Vous avez été désigné responsable de ce groupe. Veuillez accepter${date === undefined ? '' : ` d’ici le ${date}`} ou transmettre ce rôle.`,
    accept_deputy_role: ({ date }) =>
      `Vous avez été désigné suppléant pour ce groupe. Veuillez accepter${date === undefined ? '' : ` d’ici le ${date}`} ou transmettre ce rôle.`,
    confirm_removals: () =>
      'Un système ne nomme plus beaucoup de personnes qu’il avait placées dans le groupe. Elles restent jusqu’à ce que quelqu’un décide.',
    still_needed: ({ date, unanswered }) =>
      `Personne n’a utilisé ce groupe depuis un certain temps. Veuillez dire d’ici le ${date} s’il est encore nécessaire.${
        unanswered === 'keep' ? '' : ' Sans réponse, il expirera ; vous recevrez des rappels avant.'
      }`,
    contested: () =>
      'Un autre outil modifie ce groupe dès que sa fiche est rétablie. Veuillez décider quelle valeur compte.',
    created: ({ isDeputy, date }) =>
      `Ce groupe a été créé et vous en êtes ${isDeputy ? 'le suppléant' : 'la personne responsable'}.${date === undefined ? '' : ` Il expire le ${date} ; nous vous demanderons votre avis avant.`}`,
    creation_failed: ({ reason }) =>
      `Ce groupe n’a pas pu être créé.${reason === undefined ? '' : ` ${reason}`}`,
    renewed: ({ date, person }) =>
      `${person === undefined ? 'Ce groupe a été renouvelé' : `${person} a renouvelé ce groupe`}. Il expire le ${date}.`,
    kept: () => 'Ce groupe a expiré. Faute de réponse, il reste tel quel.',
    archived: ({ deletionDate }) =>
      `Ce groupe a expiré et a été archivé. ${deletionDate === undefined ? 'Son contenu reste lisible.' : `Son contenu reste lisible jusqu’à la suppression du groupe le ${deletionDate}.`}`,
    cannot_archive: () =>
      'Ce groupe a expiré, mais il ne peut pas être archivé car il n’a pas d’équipe. Il reste tel quel jusqu’à ce que quelqu’un décide.',
    deletes_soon: ({ date }) =>
      `Ce groupe archivé sera supprimé le ${date}. Sauvegardez ce dont vous avez besoin ou demandez sa conservation.`,
    deleted: () =>
      'Ce groupe a été supprimé. Un administrateur peut le restaurer pendant 30 jours.',
    guest_leaves: ({ person, date }) =>
      `${person} est invité de ce groupe et le quitte le ${date}. Le système qui nomme l’invité peut indiquer une date ultérieure.`,
    guests_removed: ({ count }) =>
      `${count === 1 ? 'Un invité a été retiré' : `${count} invités ont été retirés`} de ce groupe, car personne ne les a confirmés.`,
    review_lapsed: () =>
      'Personne n’a vérifié à temps les personnes de ce groupe. Il reste tel quel.',
    took_over: ({ person }) =>
      `Vous êtes désormais responsable de ce groupe${person === undefined ? '' : `, à la place de ${person}`}.`,
    handed_over: ({ person }) => `${person} est désormais responsable de ce groupe.`,
    unavailable: ({ person, date }) =>
      `${person} n’est pas disponible${date === undefined ? '' : `. Si cela ne change pas, le groupe sera transmis le ${date}`}.`,
    vacant: () => 'Personne n’est responsable de ce groupe et personne n’a pu le reprendre.',
    not_accepted: ({ person, isDeputy, reason }) =>
      `${person} ${reason === undefined ? 'n’a pas répondu et devait assurer' : 'refuse d’assurer'} ${isDeputy ? 'la suppléance' : 'la responsabilité'} de ce groupe.${reason === undefined ? '' : ` ${reason}`}`,
    decision_failed: ({ reason }) =>
      `Une décision concernant ce groupe n’a pas pu être appliquée. La question est de nouveau ouverte.${reason === undefined ? '' : ` ${reason}`}`,
    enforcement_stopped: ({ count }) =>
      `${count} groupes diffèrent à la fois de leurs fiches ; les modèles n’en rétablissent donc aucun. Examinez les différences, puis acceptez-les, corrigez-les ou libérez-les.`,
    idle_stopped: ({ count }) =>
      `${count} groupes semblent inutilisés à la fois ; personne n’a donc été interrogé. Examinez-les, puis libérez les questions dans le centre d’administration.`,
    reports_concealed: () =>
      'Microsoft 365 masque les noms des groupes dans ses rapports : on ignore donc quand ils ont été utilisés pour la dernière fois, et personne n’est interrogé sur les groupes inutilisés. Pour changer cela, ouvrez Paramètres, Paramètres de l’organisation, Rapports dans le Centre d’administration Microsoft 365 et désactivez « Afficher les noms d’utilisateurs, de groupes et de sites masqués dans tous les rapports ».',
    adoptions_stopped: ({ count }) =>
      `${count} adoptions d’un modèle ont échoué en une heure : il n’adopte plus de groupes. Lisez leurs erreurs et corrigez la cause. Libérez ensuite les adoptions dans le centre d’administration.`,
    mass_departure: ({ count }) =>
      `${count} responsables sont devenus indisponibles en même temps. Rien n’a été transmis. Vérifiez l’annuaire, puis autorisez les transmissions dans le centre d’administration.`,
    credential_expires: ({ date, address }) =>
      address === undefined
        ? `Les informations d’identification de la connexion à Microsoft 365 sont valables jusqu’au ${date}. Ensuite, aucun groupe ne pourra être créé ni modifié. Renouvelez-les dans Entra, puis saisissez-les dans le centre d’administration.`
        : `Les informations d’identification de la deuxième application, pour SharePoint à l’adresse ${address}, sont valables jusqu’au ${date}. Ensuite, aucune étiquette de confidentialité ne pourra être définie, et les modèles qui en exigent une ne créeront plus de groupe. Renouvelez-les dans Entra, puis saisissez-les dans le centre d’administration.`,
    microsoft_changed: ({ reason }) =>
      `Microsoft 365 ne se comporte plus comme la connexion le suppose : ${reason}. Des créations ou des modifications peuvent échouer. Ouvrez la connexion dans le centre d’administration et sondez-la de nouveau après quelques heures.`,
    webhook_failing: ({ address, date, reason }) =>
      `Aucun événement n’a pu être remis à ${address} depuis le ${date}.${reason === undefined ? '' : ` ${reason}`} Le service réessaie pendant trois jours. Corrigez le point de terminaison, ou renvoyez les événements plus tard dans le centre d’administration.`,
    webhook_recovered: ({ address }) =>
      `Les événements sont de nouveau remis à ${address}. Ceux qui attendaient suivent.`,
    webhook_disabled: ({ address, reason }) =>
      `Les événements ne sont plus envoyés à ${address}. ${reason} Rien n’est perdu : dès que vous réactivez le point de terminaison dans le centre d’administration, il reçoit ce qui manque.`,
  },
  actions: {
    renew: 'Renouveler ou laisser expirer',
    review: 'Vérifier les personnes',
    approve: 'Approuver ou refuser',
    approve_change: 'Approuver ou refuser',
    approve_delete: 'Approuver ou refuser',
    approve_adoption: 'Approuver ou refuser',
    name_deputy: 'Désigner un suppléant',
    take_over: 'Décider',
    add_owner: 'Désigner un propriétaire',
    hand_back: 'Garder ou rendre',
    accept_responsibility: 'Accepter ou transmettre',
    accept_deputy_role: 'Accepter ou transmettre',
    confirm_removals: 'Décider',
    still_needed: 'Dire s’il est nécessaire',
    contested: 'Décider',
  },
  headings: {
    created: 'Nouveau groupe',
    creation_failed: 'Création échouée',
    renewed: 'Renouvelé',
    kept: 'Expiré',
    archived: 'Archivé',
    cannot_archive: 'Expiré',
    deletes_soon: 'Bientôt supprimé',
    deleted: 'Supprimé',
    guest_leaves: 'Un invité part bientôt',
    guests_removed: 'Invités retirés',
    review_lapsed: 'Personnes non vérifiées',
    took_over: 'Vous êtes responsable',
    handed_over: 'Transmis',
    unavailable: 'Indisponible',
    vacant: 'Personne n’est responsable',
    not_accepted: 'Non accepté',
    decision_failed: 'Décision non appliquée',
    enforcement_stopped: 'De nombreux groupes diffèrent à la fois',
    idle_stopped: 'De nombreux groupes inutilisés à la fois',
    reports_concealed: 'Les rapports masquent les groupes',
    adoptions_stopped: 'Les adoptions sont arrêtées',
    mass_departure: 'De nombreux départs en même temps',
    credential_expires: 'Les informations d’identification de la connexion expirent',
    microsoft_changed: 'Microsoft a changé quelque chose',
    webhook_failing: 'Le point de terminaison webhook échoue',
    webhook_recovered: 'Le point de terminaison webhook fonctionne de nouveau',
    webhook_disabled: 'Point de terminaison webhook désactivé',
  },
  reminder: 'Rappel',
  more: (count) =>
    `Et ${count === 1 ? 'un autre' : `${count} autres`}. Vous les trouvez tous sur la page de vos groupes.`,
  allGroups: 'Tous mes groupes et tâches',
  personal:
    'Les liens de ce message sont réservés à vous : ne le transférez pas. Ouvrir un lien ne décide rien ; vous choisissez sur la page.',
  whyYou: (tenant) =>
    `Vous recevez ce message parce que vous avez un rôle dans ces groupes chez ${tenant}. Vous en recevez au plus un par jour.`,
  contact: (address) => `Des questions ? Écrivez à ${address}.`,
  testSubject: 'Message de test',
  test: 'Ceci est un test. Les messages aux personnes sont envoyés comme celui-ci.',
  invitationSubject: 'Invitation au centre d’administration',
  invitation: (date) =>
    `Vous êtes invité à travailler dans le centre d’administration de ce locataire. Le lien fonctionne une seule fois, jusqu’au ${date}. Il vous est personnel : ne le transférez pas.`,
  invitationAction: 'Se connecter',
  adminCenter: 'Centre d’administration',
};
