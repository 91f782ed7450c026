//! Figures and parts of plans for very many ranks.
use tilework::shard::Distribution;
use tilework::shard::plan::{Collective, CostModel, ReshardPlan};

/// 65,536 devices: the part of one rank is the messages of that rank, whatever the array is.
#[test]
fn many_devices() {
    let on = |text: &str| Distribution::read(text, &[1 << 20, 1 << 20], 1 << 16).unwrap();
    for (from, to, messages) in [
        // rows to columns: everybody to everybody
        ("devices=[65536,1]<=[65536]", "devices=[1,65536]<=[65536]", 65_535),
        ("devices=[256,256]<=[65536]", "devices=[65536,1]<=[65536]", 255),
        (
            "blocks=[1,1] devices=[256,256]<=[65536]",
            "blocks=[64,64] devices=[256,256]<=[256,256]T(1,0)",
            4096,
        ),
        ("devices=[256,1,256]<=[65536] last_tile_dim_replicate", "devices=[1,65536]<=[65536]", 255),
    ] {
        let plan = ReshardPlan::new(on(from), on(to)).unwrap();
        let part = plan.part(12_345).unwrap();
        let figures = plan.rank_figures(12_345).unwrap();
        assert_eq!(part.receives().len(), messages, "{from} to {to}");
        assert_eq!(figures.messages_in, part.receives().len() as i64, "{from} to {to}");
        assert_eq!(figures.received, part.receives().map(|message| message.elements()).sum::<i64>());
        assert_eq!(figures.received + figures.kept, figures.wanted);
    }
}

/// A network whose messages cost nothing takes as long as the bytes, and one without limits of bandwidth as long as
/// the messages.
#[test]
fn costs() {
    let on = |text: &str| Distribution::read(text, &[64, 64], 8).unwrap();
    let plan = ReshardPlan::new(on("devices=[8,1]<=[8]"), on("devices=[1,8]<=[8]")).unwrap();
    let rank = plan.rank_figures(3).unwrap();
    let seconds = |latency, bandwidth| CostModel { latency, bandwidth }.seconds(&rank, 32).unwrap();
    assert_eq!(seconds(1.0, f64::INFINITY), 7.0);
    assert_eq!(seconds(0.0, 4.0), 64.0 * 7.0);
    let replicated = CostModel { latency: 1.0, bandwidth: 4.0 }.replicate_seconds(4096, 512, 8, 32);
    assert_eq!(replicated, 7.0 + 3584.0);
}

/// The one collective that XLA has for it; where there is none it replicates, or finds a sequence.
#[test]
fn collectives() {
    let on = |text: &str| Distribution::read(text, &[30, 30, 30], 8).unwrap();
    for (from, to, collective) in [
        ("devices=[2,1,4]<=[4,2]T(1,0)", "devices=[1,8,1]<=[8]", None),
        ("devices=[8,1,1]<=[8]", "devices=[1,8,1]<=[8]", Some(Collective::AllToAll)),
        ("devices=[2,4,1]<=[8]", "devices=[8,1,1]<=[8]", Some(Collective::AllToAll)),
        ("devices=[2,4,1]<=[4,2]T(1,0)", "devices=[8,1,1]<=[8]", None),
        ("devices=[8,1,1]<=[8]", "replicated", Some(Collective::AllGather)),
        (
            "devices=[4,2,1]<=[8]",
            "devices=[4,1,1,2]<=[8] last_tile_dim_replicate",
            Some(Collective::AllGather),
        ),
        ("replicated", "devices=[8,1,1]<=[8]", Some(Collective::DynamicSlice)),
        (
            "devices=[4,1,1,2]<=[8] last_tile_dim_replicate",
            "devices=[4,2,1]<=[8]",
            Some(Collective::DynamicSlice),
        ),
        ("devices=[4,2,1]<=[8]", "devices=[4,2,1]<=[2,4]T(1,0)", Some(Collective::CollectivePermute)),
        ("blocks=[2,30,30] devices=[8,1,1]<=[8]", "devices=[1,8,1]<=[8]", None),
    ] {
        let plan = ReshardPlan::new(on(from), on(to)).unwrap();
        assert_eq!(plan.collective().unwrap(), collective, "{from} to {to}");
    }
}
