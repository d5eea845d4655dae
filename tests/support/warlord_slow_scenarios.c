/* The scenarios of the plain Warlord rules, with what the rulebook says of each. */
#include "warlord_slow_priv.h"

static const scenario scenarios[] = {
    {"warlord-clash-of-arms", 16, 12,
     "1ch3hcch3hc1/2l1l2ll2l1l2/1n1i2niin2i1n1/2ii1ii2ii1ii2/16/16/16/16/2II1II2II1II2/"
     "1N1I2NIIN2I1N1/2L1L2LL2L1L2/1CH3HCCH3HC1",
     NULL, 4, true, 0, 0, false, false},
    {"warlord-battle-line", 16, 12,
     "16/nhc2nhcchn2chn/1l2l1l2l1l2l1/ii1ii1iiii1ii1ii/16/16/16/16/II1II1IIII1II1II/"
     "1L2L1L2L1L2L1/NHC2NHCCHN2CHN/16",
     NULL, 4, true, 0, 0, false, false},
    {"warlord-civil-war", 16, 12,
     "c1hl1i4I1LH1C/hlc1ni4IN1CLH/1n1l1i4I1L1N1/i1i1i6I1I1I/16/16/16/16/I1I1I6i1i1i/"
     "1N1L1I4i1l1n1/HLC1NI4in1clh/C1HL1I4i1lh1c",
     NULL, 4, true, 0, 0, false, false},
    {"warlord-river", 24, 12,
     "9ch2hc9/10l2l10/1hlcnl4n2n4lnclh1/1ii2ii2i1ii1i2ii2ii1/24/24/24/24/"
     "1II2II2I1II1I2II2II1/1HLCNL4N2N4LNCLH1/10L2L10/9CH2HC9",
     "~~~~~~~~8~~~~~~~~/~~~~~~~~8~~~~~~~~/24/24/8~~~~~~~~8/8~~~~~~~~8/8~~~~~~~~8/8~~~~~~~~8/24/24/"
     "~~~~~~~~8~~~~~~~~/~~~~~~~~8~~~~~~~~",
     4, true, 0, 0, false, false},
    {"warlord-lakes", 18, 12,
     "3ch3hcch3hc1/4l1l2ll2l1l2/3n1i2niin2i1n1/4ii1ii2ii1ii2/18/18/18/18/2II1II2II1II4/"
     "1N1I2NIIN2I1N3/2L1L2LL2L1L4/1CH3HCCH3HC3",
     "~~16/~~16/~~16/~~16/8~~8/8~~8/8~~8/8~~8/16~~/16~~/16~~/16~~", 4, true, 0, 0, false, false},
    {"warlord-lakes-2", 18, 12,
     "3ch3hcch3hc1/4l1l2kk2l1l2/3n1i2niin2i1n1/4ii1ii2ii1ii2/18/18/18/18/2II1II2II1II4/"
     "1N1I2NIIN2I1N3/2L1L2KK2L1L4/1CH3HCCH3HC3",
     "~~16/~~16/~~16/~~16/8~~8/8~~8/8~~8/8~~8/16~~/16~~/16~~/16~~", 4, true, 0, 0, false, false},
    {"warlord-test-of-wills", 20, 12,
     "1h1c1h1c4c1h1c1h1/n1l1n1l6k1n1l1n/1k1i1g1i4i1g1i1k1/i1i1i1i6i1i1i1i/20/20/20/20/"
     "I1I1I1I6I1I1I1I/1K1I1G1I4I1G1I1K1/N1L1N1K6L1N1L1N/1H1C1H1C4C1H1C1H1",
     NULL, 8, false, 8, 0, true, false},
    {"warlord-border-war", 24, 16,
     "chhc6chhc6chhc/illi6illi6illi/ikgi6ikgi6ikgi/inni6inni6inni/24/24/24/24/24/24/24/24/"
     "INNI6INNI6INNI/IGKI6IGKI6IGKI/ILLI6ILLI6ILLI/CHHC6CHHC6CHHC",
     "24/24/24/24/7^6T9/5T6^8T2/8#8^1#4/2^8T12/12T8^2/4#1^8#8/2T8^6T5/9T6^7/24/24/24/24", 12, false,
     12, 3, true, false},
    {"warlord-border-war-later", 24, 16,
     "chc1chc1chi2ihc1chc1chc/npn1hpn1hpn2nph1nph1npn/iii1iii1iii2iii1iii1iii/"
     "24/24/24/24/24/24/24/24/24/24/III1III1III2III1III1III/NPN1HPN1HPN2NPH1NPH1NPN/"
     "CHC1CHC1CHI2IHC1CHC1CHC",
     "24/24/24/24/7^6T9/5T6^8T2/8#8^1#4/2^8T12/12T8^2/4#1^8#8/2T8^6T5/9T6^7/24/24/24/24", 12, false,
     12, 3, true, false},
    {"warlord-valley-war", 24, 24,
     "20ichc/20ihpi/20iqri/20inni/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/INNI20/IRQI20/"
     "IPHI20/CHCI20",
     "24/24/24/10^13/6T9T7/5#2^2T6#5/24/7^16/4^4T1^^2T4T3/7T16/4^5#2#10/6T8^8/8^8T6/10#2#5^4/16T7/"
     "3T4T2^^1T4^4/16^7/24/5#6T2^2#5/7T9T6/13^10/24/24/24",
     0, false, 0, 5, true, true},
    {"warlord-valley-war-placed", 24, 24,
     "20ichc/20ihpi/20iqri/20inni/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/INNI20/IRQI20/"
     "IPHI20/CHCI20",
     "24/24/24/10^13/6T9T7/5#2^2T6#5/24/7^16/4^4T1^^2T4T3/7T16/4^5#2#10/6T8^8/8^8T6/10#2#5^4/16T7/"
     "3T4T2^^1T4^4/16^7/24/5#6T2^2#5/7T9T6/13^10/24/24/24",
     0, false, 0, 5, true, false},
    {"warlord-two-countries", 24, 24,
     "24/24/24/24/24/24/2ich2inc4inc2ihc2/2ngi2hqc4hqc2ign2/2iii2hni4hni2iii2/24/24/24/24/24/"
     "24/2III2INH4INH2III2/2NGI2CQH4CQH2IGN2/2CHI2CNI4CNI2HCI2/24/24/24/24/24/24",
     "24/24/8#6#2T5/3#6^9#3/5^11T6/6T5T10^/17^6/11^12/T23/10^2T4^3T1/1^3T5T6^5/2T1^3^3^3T4T2/"
     "2T4T3^3^3^1T2/5^6T5T3^1/1T3^4T2^10/23T/12^11/6^17/^10T5T6/6T11^5/3#9^6#3/5T2#6#8/24/24",
     8, false, 8, 0, true, false},
    {"warlord-macysburg", 24, 24,
     "6h5ni6n3/4hqn4isi4iri3/4h1h4iii4iii3/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/"
     "24/3III4III4H1H4/3IRI4ISI4NQH4/3N6IN5H6",
     "24/24/24/24/3T6T3T9/7T8TT6/1^22/19^^3/9^^3^^^7/4^^16T1/2T4T13T2/6T4##4T6/6T4##4T6/"
     "2T13T4T2/1T16^^4/7^^^3^^9/3^^19/22^1/6TT8T7/9T3T6T3/24/24/24/24",
     84, false, 0, 0, true, true},
};

const scenario *mr_wslow_scenario(const char *name) {
  for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
    if (strcmp(scenarios[i].name, name) == 0) {
      return &scenarios[i];
    }
  }
  return NULL;
}

mr_wslow_switches mr_wslow_standard(const char *scenario_name) {
  const scenario *s = mr_wslow_scenario(scenario_name);
  mr_wslow_switches on = {
      .self_activation = s != NULL && s->later, .repetition = true, .quiet = true, .members = 1};
  on.placed = strcmp(scenario_name, "warlord-valley-war-placed") == 0;
  if (strcmp(scenario_name, "warlord-two-countries") == 0) {
    on.handicap = true;
    on.replacements = 'h';
    on.returns = " 13 25 37 ";
    on.share = 4;
    on.home_wins = 1;
    on.reinforcements = "13:P2H1C1N1I1 25:H1C1N1I1 37:H1C1N1I1";
  }
  if (strcmp(scenario_name, "warlord-macysburg") == 0) {
    on.last_turn = 36;
    on.last_counts = 't';
    on.last_needs = 4;
    on.defeat_units = 20;
  }
  return on;
}
